import { type ActionContext, type AnyAction, SwarmInstance } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { village } from '../__fixtures__/village.ts';
import { narratorActions, playerActions } from './actions.ts';
import { deal } from './deal.ts';
import { mafiaSwarm, NARRATOR } from './mafia-swarm.ts';
import { toNarratorPrompt, toPlayerPrompt } from './system-prompts.ts';
import { Table } from './table.ts';

const context = { agent: 'Vera' } as ActionContext;

async function use(actions: AnyAction[], name: string, input: object): Promise<unknown> {
  return actions.find((each) => each.name === name)!.execute(input as never, context);
}

describe('instructions of the players', () => {
  const cast = deal(8, 1);
  const promptOf = (role: string) => {
    const character = cast.find((each) => each.role === role)!;
    return { ...character, prompt: toPlayerPrompt(character, cast) };
  };

  test('instructions tell the Mafia who their partners are, and nobody else', () => {
    const mafia = cast.filter((each) => each.role === 'Mafia').map((each) => each.persona.name);
    for (const character of cast) {
      const prompt = toPlayerPrompt(character, cast);
      const partners = mafia.filter((name) => name !== character.persona.name);
      expect(prompt.includes(`Your partners: ${partners.join(', ')}.`)).toBe(character.role === 'Mafia');
    }
  });

  test('a single member of the Mafia is told that it is alone', () => {
    const alone = deal(4, 1);
    const member = alone.find((each) => each.role === 'Mafia')!;
    expect(toPlayerPrompt(member, alone)).toContain('nobody, you are on your own');
  });

  test('every player is told its own role and no other', () => {
    for (const [role, words] of [
      ['Doctor', 'You are a Doctor'],
      ['Detective', 'You are a Detective'],
      ['Villager', 'You are a Villager'],
      ['Mafia', 'You are Mafia'],
      ['Jester', 'You are the Jester'],
    ] as const) {
      const { prompt, persona } = promptOf(role);
      expect(prompt).toMatch(new RegExp(`^You are ${persona.name}\\.`));
      expect(prompt.match(/You are (a Doctor|a Detective|a Villager|Mafia|the Jester)/g)).toEqual([words]);
    }
  });

  test('the narrator is told everything', () => {
    const prompt = toNarratorPrompt(cast);
    for (const { persona, role } of cast) expect(prompt).toContain(`${persona.name} (${role})`);
  });
});

describe('the tools of the narrator', () => {
  test("the narrator's tools change the game and return its new state", async () => {
    const table = new Table(village());
    const actions = narratorActions(table);
    expect(await use(actions, 'doctor_protect', { doctor: 'Dora', target: 'Vera' })).toBe('Vera is protected tonight.');
    expect(await use(actions, 'detective_investigate', { detective: 'Dick', target: 'Max' })).toBe(
      'Max is a member of the Mafia.',
    );
    expect(await use(actions, 'detective_investigate', { detective: 'Dick', target: 'Jim' })).toBe(
      'Jim is not a member of the Mafia.',
    );
    expect(await use(actions, 'mafia_vote_kill', { voter: 'Max', target: 'Vera' })).toBe(
      'Entered. Still to vote: Mia.',
    );
    expect(await use(actions, 'mafia_vote_kill', { voter: 'Mia', target: 'Vito' })).toContain('tied');
    await use(actions, 'mafia_vote_kill', { voter: 'Max', target: 'Vera' });
    expect(await use(actions, 'mafia_vote_kill', { voter: 'Mia', target: 'Vera' })).toBe('The Mafia has decided.');
    expect(table.state).toMatchObject({ protections: { Dora: 'Vera' }, kills: { Max: 'Vera', Mia: 'Vera' } });
  });

  test("the narrator's tools lead through the day", async () => {
    const table = new Table(village({ phase: 'discussion' }));
    const actions = narratorActions(table);
    expect(await use(actions, 'select_speaker', { name: 'vera' })).toBe('Vera has the word.');
    expect(await use(actions, 'end_discussion', {})).toBe('The discussion is over.');
    expect(await use(actions, 'add_nominee', { nominee: 'Max', by: 'Vera', second: 'Dora' })).toBe('Nominees: Max.');
    table.state = { ...table.state, phase: 'vote' };
    expect(await use(actions, 'record_vote', { voter: 'Vera', nominee: 'Max' })).toBe('Entered: Vera for Max.');
    table.state = { ...table.state, phase: 'gallows', condemned: 'Max' };
    expect(await use(actions, 'record_trial_vote', { voter: 'Vera', verdict: 'spare' })).toBe(
      'Entered: Vera says spare.',
    );
  });

  test("the narrator's tools refuse with a reason, and leave the game as it was", async () => {
    const table = new Table(village());
    const before = table.state;
    await expect(use(narratorActions(table), 'select_speaker', { name: 'Vera' })).rejects.toThrow(/it is "night" now/);
    expect(table.state).toBe(before);
  });
});

describe('the notebook of a player', () => {
  test('keeps the latest suspicion of everybody, gravest first, and is shown to nobody else', async () => {
    const table = new Table(village());
    const [note] = playerActions(table);
    const write = (player: string, level: number) => use([note!], 'note_suspicion', { player, level, reason: 'r' });
    await write('Max', 3);
    await write('mia', 9);
    expect(await write('Max', 9)).toMatchObject([
      { player: 'Max', level: 9 },
      { player: 'Mia', level: 9 },
    ]);
    expect(table.note('Vito', 'Max', 1, 'r')).toHaveLength(1);
    await expect(write('Nobody', 1)).rejects.toThrow('There is no player called Nobody');
  });
});

test('players have only their notebook, and the narrator its tools and the final word', async () => {
  const cast = deal(5, 1);
  const asked = new Map<string, string[]>();
  const listen = (name: string) =>
    scripted((request) => {
      asked.set(
        name,
        request.tools.map((tool) => tool.name),
      );
      return { text: '…' };
    });
  const village5 = mafiaSwarm(cast, new Table(village()), (part) =>
    listen(part === NARRATOR ? part : part.persona.name),
  );
  await using store = await openStore('sqlite::memory:');
  await using instance = await village5.instantiate({ store, mode: 'manual' });
  expect(instance).toBeInstanceOf(SwarmInstance);
  const { taskId } = await instance.submit({ body: 'Begin.' });
  for (const { name } of village5.definition.agents) await instance.manualStep({ taskId, target: name });
  expect(asked.get(cast[0]!.persona.name)).toEqual(['note_suspicion']);
  expect(asked.get(NARRATOR)).toEqual([
    'doctor_protect',
    'detective_investigate',
    'mafia_vote_kill',
    'select_speaker',
    'end_discussion',
    'add_nominee',
    'record_vote',
    'record_trial_vote',
    'task_complete',
  ]);
});
