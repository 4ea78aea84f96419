import type { ScriptedMessage, ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { village } from '../__fixtures__/village.ts';
import { forNarrator, forPlayers } from '../stage/payloads.ts';
import { narratorScript } from './scripted-narrator.ts';
import { playerScript } from './scripted-player.ts';

const message = (changes: Partial<ScriptedMessage>): ScriptedMessage => ({
  role: 'user',
  text: '',
  toolCalls: [],
  toolResults: [],
  ...changes,
});

function ask(system: string, ...messages: ScriptedMessage[]): ScriptedRequest {
  const request = {
    index: 0,
    dialect: 'in-process',
    model: 'm',
    stream: true,
    tools: [],
    toolChoice: 'auto',
    headers: {},
  } as const;
  return { ...request, system, messages, signal: new AbortController().signal };
}

const said = (kind: 'public' | 'private', from: string, body: string) =>
  `<${kind}_message boundary="1f">\nfrom: ${from}\n\n${body}\n</${kind}_message boundary="1f">\n\n\n`;

const callsOf = (turn: ScriptedTurn) =>
  (turn.content ?? []).flatMap((part) => (part.type === 'tool-call' ? [[part.name, part.input]] : []));

const STATE = village();
const CAST = `The players: ${STATE.players.map(({ name, role }) => `${name} (${role})`).join(', ')}.`;

describe('the scripted narrator', () => {
  const narrate = (...texts: string[]) => narratorScript(1)(ask(CAST, message({ text: texts.join('') })));
  const after = (question: string, result: string) =>
    narratorScript(1)(
      ask(
        CAST,
        message({ text: question }),
        message({ role: 'tool', toolResults: [{ id: 'c', text: `SUCCESS: ${result}` }] }),
      ),
    );

  test('records what doctor, detective and Mafia have whispered', () => {
    expect(callsOf(narrate(said('private', 'Dora', 'Guard Vera.'), forNarrator.protect('Dora')))).toEqual([
      ['doctor_protect', { doctor: 'Dora', target: 'Vera' }],
    ]);
    expect(callsOf(narrate(said('private', 'Dick', 'Max!'), forNarrator.investigate('Dick')))).toEqual([
      ['detective_investigate', { detective: 'Dick', target: 'Max' }],
    ]);
    const plan = [said('private', 'Max', 'Vera.'), said('private', 'Mia', 'Not Vera, Vito.')];
    expect(callsOf(narrate(...plan, forNarrator.kill(['Max', 'Mia'])))).toEqual([
      ['mafia_vote_kill', { voter: 'Max', target: 'Vera' }],
      ['mafia_vote_kill', { voter: 'Mia', target: 'Vito' }],
    ]);
  });

  test('the narrator does not record what names nobody, nor what was said aloud', () => {
    expect(callsOf(narrate(said('private', 'Dora', 'Nobody.'), forNarrator.protect('Dora')))).toEqual([]);
    expect(callsOf(narrate(said('public', 'Vera', 'Max!'), forNarrator.vote(['Vera'])))).toEqual([]);
  });

  test('gives the word to somebody who has not had it, four times a day', () => {
    const [first] = callsOf(narrate(forNarrator.discuss(STATE)));
    expect(first![0]).toBe('select_speaker');
    expect(STATE.players.map((player) => player.name)).toContain((first![1] as { name: string }).name);
    const tired = { ...STATE, speeches: ['Max', 'Mia', 'Dora', 'Dick'] };
    expect(callsOf(narrate(forNarrator.discuss(tired)))).toEqual([['end_discussion', {}]]);
  });

  test('nominates whoever was named by two, at most three, and nobody by their own wish', () => {
    const named = (from: string, whom: string) => said('public', from, `I nominate ${whom}.`);
    const words = [
      named('Max', 'Vera'),
      named('Mia', 'Vera'),
      named('Dora', 'Max'),
      named('Max', 'Max'),
      said('public', 'Jim', 'I pass.'),
    ];
    expect(callsOf(narrate(...words, forNarrator.nominate()))).toEqual([
      ['add_nominee', { nominee: 'Vera', by: 'Max', second: 'Mia' }],
    ]);
    const four = ['Max', 'Mia', 'Dora', 'Dick'].flatMap((whom) => [named('Jim', whom), named('Vera', whom)]);
    expect(callsOf(narrate(...four, forNarrator.nominate()))).toHaveLength(3);
  });

  test('counts votes and verdicts', () => {
    expect(callsOf(narrate(said('private', 'Vera', 'My vote goes to Max.'), forNarrator.vote(['Vera'])))).toEqual([
      ['record_vote', { voter: 'Vera', nominee: 'Max' }],
    ]);
    const verdicts = [
      said('private', 'Vera', 'Execute!'),
      said('private', 'Vito', 'I would spare him.'),
      said('private', 'Jim', 'Hm.'),
    ];
    expect(callsOf(narrate(...verdicts, forNarrator.verdict(['Vera', 'Vito', 'Jim'])))).toEqual([
      ['record_trial_vote', { voter: 'Vera', verdict: 'execute' }],
      ['record_trial_vote', { voter: 'Vito', verdict: 'spare' }],
    ]);
  });

  test('tells the village what it has to know, and is brief otherwise', () => {
    expect(narrate(forNarrator.dawn(STATE, { victim: 'Vera', saved: false })).text).toContain(
      'Vera was killed. Vera was a Villager.',
    );
    expect(narrate(forNarrator.outcome({ ...STATE, condemned: 'Max' }, false)).text).toContain('Max was spared.');
    expect(after(forNarrator.discuss(STATE), 'Vera has the word.').text).toBe('Vera has the word.');
    expect(after(forNarrator.vote(['Vera']), 'Entered.').text).toBe('The votes are in.');
    expect(after(forNarrator.investigate('Dick'), 'Max is a member of the Mafia.').text).toBe('Sleep well.');
  });

  test('the narrator has the final word', () => {
    const [[tool, input] = []] = callsOf(narrate(forNarrator.end({ ...STATE, winner: 'town' })));
    expect(tool).toBe('task_complete');
    expect((input as { finish_message: string }).finish_message).toMatch(/Winner: town\. Max \(Mafia\)/);
  });
});

describe('a scripted player', () => {
  const VERA = 'You are Vera. A baker.\n\nYou are a Villager and play for the town.';
  const play = (question: string, ...rest: ScriptedMessage[]) =>
    playerScript('Vera', 1)(ask(VERA, message({ text: question }), ...rest));

  test.each([
    ['a discussion', forPlayers.discuss(STATE)],
    ['a nomination', forPlayers.nominate(STATE, 'Vera')],
    ['a vote', forPlayers.vote({ ...STATE, nominees: [{ name: 'Max', by: 'Dora', second: 'Dick' }] }, false)],
  ])('takes a note before %s', (_, question) => {
    const [[tool, input] = []] = callsOf(play(question));
    expect(tool).toBe('note_suspicion');
    expect((input as { player: string }).player).not.toBe('Vera');
  });

  test('says what its notes say, as far as that can be chosen', () => {
    const notes = JSON.stringify([
      { player: 'Gone', level: 10 },
      { player: 'Dick', level: 9 },
      { player: 'Max', level: 1 },
    ]);
    const results = message({ role: 'tool', toolResults: [{ id: 'c', text: `SUCCESS: ${notes}` }] });
    expect(play(forPlayers.nominate(STATE, 'Vera'), results).text).toMatch(/Dick\.$/);
  });

  test('still speaks when its note was refused', () => {
    const refused = message({ role: 'tool', toolResults: [{ id: 'c', text: 'ERROR: no such player' }] });
    expect(play(forPlayers.nominate(STATE, 'Vera'), refused).text).toMatch(/nominat/);
  });

  test.each([
    ['protect', forPlayers.protect(STATE)],
    ['investigate', forPlayers.investigate(STATE, 'Vera')],
    ['kill', forPlayers.kill(STATE, false)],
    ['defend', forPlayers.defend()],
    ['say last words', forPlayers.lastWords()],
    ['judge', forPlayers.verdict({ ...STATE, condemned: 'Max' })],
  ])('a player can %s without thinking', (_, question) => {
    expect(play(question).text).not.toBe('');
    expect(callsOf(play(question))).toEqual([]);
  });

  test('a player is the same for the same seed', () => {
    const questions = [forPlayers.protect(STATE), forPlayers.defend(), forPlayers.lastWords()];
    const speak = (seed: number) => {
      const script = playerScript('Vera', seed);
      return questions.map((question) => script(ask(VERA, message({ text: question }))).text);
    };
    expect(speak(1)).toEqual(speak(1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => speak(seed).join())).size).toBeGreaterThan(1);
  });

  test('admits that it does not understand a question', () => {
    expect(() => play('What is the meaning of life?')).toThrow('nobody has taught the players');
  });
});
