import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { openTeam, type TeamHost } from '../ai-sdk-provider/__fixtures__/team-host.ts';
import { answering, ask, historyDoors, otherSwarm, questionsIn, user } from './__fixtures__/history-doors.ts';

beforeAll(() => void (globalThis.AI_SDK_LOG_WARNINGS = false));
afterAll(() => void delete globalThis.AI_SDK_LOG_WARNINGS);

const lastAsked = (team: TeamHost): string[] => questionsIn(team.boss.requests.at(-1)!);
const textOf = (message: ModelMessage): string => JSON.stringify(message.content);

describe.each(historyDoors)('a history sent through %s', (_, door) => {
  const open = () => openTeam({ boss: answering() });
  const say = (team: TeamHost, history: readonly ModelMessage[], ...texts: string[]) =>
    ask(door, team, [...history, ...texts.map(user)]);
  const converse = async (team: TeamHost, ...texts: string[]): Promise<ModelMessage[]> => {
    let history: ModelMessage[] = [];
    for (const text of texts) history = await say(team, history, text);
    return history;
  };
  const edit = (history: readonly ModelMessage[], from: string, to: string): ModelMessage[] =>
    history.map((message) => (message.role === 'user' && message.content === from ? user(to) : message));
  /** Where a question stands. */
  const at = (history: readonly ModelMessage[], text: string) =>
    history.findIndex((message) => message.role === 'user' && message.content === text);

  it('reaches the model unchanged, once and word for word', async () => {
    await using team = await open();
    await converse(team, 'Q-one', 'Q-two', 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three']);
  });

  it('hides an edited last question from the model', async () => {
    await using team = await open();
    const first = await converse(team, 'Q-one');
    await say(team, first, 'Q-two');
    const edited = await say(team, first, 'Q-deux');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux']);
    await say(team, edited, 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux', 'Q-three']);
  });

  it('the last question is in the prompt once, regenerated or sent again without a key', async () => {
    await using team = await open();
    const first = await converse(team, 'Q-one');
    for (const _time of [1, 2, 3]) {
      await say(team, first, 'Q-two');
      expect(lastAsked(team)).toEqual(['Q-one', 'Q-two']);
    }
    await say(team, [], 'Q-one');
    expect(lastAsked(team)).toEqual(['Q-one']);
  });

  it.each(['Q-one', 'Q-two'])('hides the earlier question %s from the model once it was edited', async (old) => {
    await using team = await open();
    const all = await converse(team, 'Q-one', 'Q-two', 'Q-three');
    const edited = await say(team, edit(all, old, 'Q-new'), 'Q-four');
    const expected = ['Q-one', 'Q-two', 'Q-three', 'Q-four'].map((text) => (text === old ? 'Q-new' : text));
    expect(lastAsked(team)).toEqual(expected);
    await say(team, edited, 'Q-five');
    expect(lastAsked(team)).toEqual([...expected, 'Q-five']);
    await say(team, edit(edited, 'Q-new', old), 'Q-six');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three', 'Q-four', 'Q-six']);
  });

  it('each remaining message of a trimmed history is in the prompt once', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one', 'Q-two', 'Q-three');
    for (const from of ['Q-two', 'Q-three']) {
      await say(team, all.slice(at(all, from)), 'Q-four');
      const asked = lastAsked(team);
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.join()).toMatch(from === 'Q-two' ? /Q-two,Q-three,Q-four$/ : /Q-three,Q-four$/);
    }
  });

  it('gives the model only what is left when the oldest remaining question was edited', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look', 'Q-two look', 'Q-three');
    const left = edit(all.slice(at(all, 'Q-two look')), 'Q-two look', 'Q-deux');
    // The first question may have been trimmed, or replaced by one behind which the second was deleted.
    const replaced = edit(all.toSpliced(1, at(all, 'Q-two look')), 'Q-one look', 'Q-deux');
    expect(left).toEqual(replaced);
    const edited = await say(team, left, 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-deux', 'Q-three', 'Q-four']);
    const more = await say(team, edited, 'Q-five look');
    expect(lastAsked(team)).toEqual(['Q-deux', 'Q-three', 'Q-four', 'Q-five']);
    await say(team, edit(more, 'Q-deux', 'Q-zwei'), 'Q-six');
    expect(lastAsked(team)).toEqual(['Q-zwei', 'Q-three', 'Q-four', 'Q-five', 'Q-six']);
    await say(team, edit(more, 'Q-deux', 'Q-two look'), 'Q-seven');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three', 'Q-four', 'Q-five', 'Q-seven']);
  });

  it('keeps what was trimmed when the oldest remaining question was kept, and one sent with it edited', async () => {
    await using team = await open();
    const first = await converse(team, 'Q-one look');
    const all = await say(team, first, 'Q-two', 'Q-three look');
    const left = all.slice(at(all, 'Q-two'));
    const edited = await say(team, edit(left, 'Q-three look', 'Q-drei'), 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-drei', 'Q-four']);
    await say(team, edit(edited, 'Q-drei', 'Q-trois'), 'Q-five');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-trois', 'Q-four', 'Q-five']);
  });

  it('gives the model the first question once when it is kept and those after it are trimmed', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look', 'Q-two look', 'Q-three look');
    const [first, second] = [at(all, 'Q-one look'), at(all, 'Q-two look')];
    // The window begins with an answer, whose question is gone.
    const kept = [...all.slice(first, first + 1), ...all.slice(second + 1)];
    await say(team, kept, 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-three', 'Q-four']);
  });

  it('hides a branch that was left, when what followed it is trimmed and edited', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look', 'Q-two look');
    const branch = await say(team, edit(all, 'Q-one look', 'Q-uno'), 'Q-three look');
    expect(lastAsked(team)).toEqual(['Q-uno', 'Q-two', 'Q-three']);
    await say(team, edit(branch.slice(at(branch, 'Q-two look')), 'Q-two look', 'Q-deux'), 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-deux', 'Q-three', 'Q-four']);
  });

  it('removes a question deleted from its middle from the prompt', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one', 'Q-two', 'Q-three');
    await say(team, all.toSpliced(at(all, 'Q-two'), at(all, 'Q-three') - at(all, 'Q-two')), 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-three', 'Q-four']);
  });

  it('hides a file that was replaced from the model', async () => {
    await using team = await open();
    const withImage = (image: string): ModelMessage => ({
      role: 'user',
      content: [
        { type: 'text', text: 'Q-one' },
        { type: 'image', image: `data:image/png;base64,${image}` },
      ],
    });
    const [, ...answers] = await ask(door, team, [withImage('QUFB')]);
    await say(team, [withImage('QUFB'), ...answers], 'Q-two');
    await say(team, [withImage('QkJC'), ...answers], 'Q-two');
    const prompts = team.boss.requests.map(({ messages }) => JSON.stringify(messages));
    expect(prompts.map((prompt) => [prompt.includes('QUFB'), prompt.includes('QkJC')])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two']);
  });

  it('two questions in a row are in the prompt once each, an edited one as it is now', async () => {
    await using team = await open();
    const all = await say(team, [], 'Q-one', 'Q-two');
    await say(team, all, 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three']);
    await say(team, edit(all, 'Q-two', 'Q-deux'), 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux', 'Q-three']);
  });

  it('continues the task when the caller changed only an answer', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one', 'Q-two');
    const changed = JSON.parse(JSON.stringify(all).replace('A-2', 'A-changed')) as ModelMessage[];
    await say(team, changed, 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three']);
  });

  it('a history with tool results has each question once, and can be edited', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look', 'Q-two look', 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three']);
    await say(team, edit(all, 'Q-two look', 'Q-deux'), 'Q-four');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux', 'Q-three', 'Q-four']);
    const again = all.slice(0, at(all, 'Q-three'));
    for (const text of ['Q-three', 'Q-drei', 'Q-trois look']) {
      await say(team, again, text);
      expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', text.split(' ')[0]]);
    }
  });

  it('puts a tool’s result into words when its question was edited since', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look');
    const upToResult = all.slice(0, all.findIndex(({ role }) => role === 'tool') + 1);
    await ask(door, team, edit(upToResult, 'Q-one look', 'Q-uno'));
    expect(lastAsked(team)).toEqual(['Q-uno']);
    expect(
      team.boss.requests
        .at(-1)!
        .messages.map(({ text }) => text)
        .join(),
    ).toContain('gives rain');
  });

  it('words beside results are in the prompt once, sent again or edited', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look');
    const upToResult = all.slice(0, all.findIndex(({ role }) => role === 'tool') + 1);
    const joined = await say(team, upToResult, 'Q-two');
    await say(team, upToResult, 'Q-two');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two']);
    await say(team, upToResult, 'Q-deux');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-deux']);
    await say(team, joined, 'Q-three');
    expect(lastAsked(team)).toEqual(['Q-one', 'Q-two', 'Q-three']);
  });

  it('tells two alternating swarms once each what the other was asked', async () => {
    const { other, model } = otherSwarm();
    await using team = await openTeam({ boss: answering(), others: [other] });
    const questions = ['Q-one', 'Q-two', 'Q-three', 'Q-four', 'Q-five'];
    let history: ModelMessage[] = [];
    for (const [index, text] of questions.entries()) {
      const swarmName = index % 2 === 0 ? 'team' : 'other';
      history = await ask(door, team, [...history, user(text)], { swarmName });
      const { requests } = swarmName === 'team' ? team.boss : model;
      expect(questionsIn(requests.at(-1)!)).toEqual(questions.slice(0, index + 1));
    }
  });

  it('a history is sent whole to a server that does not know it', async () => {
    await using team = await open();
    const all = await converse(team, 'Q-one look', 'Q-two');
    await using elsewhere = await open();
    // What only names an answer cannot be told where nobody has it.
    const told = JSON.parse(JSON.stringify(all).replaceAll(/"itemId":"[^"]*"/g, '"none":""')) as ModelMessage[];
    await say(elsewhere, told, 'Q-three');
    expect(lastAsked(elsewhere)).toEqual(['Q-one', 'Q-two', 'Q-three']);
    expect(textOf(told.at(-1)!)).toContain('A-2');
    expect(JSON.stringify(elsewhere.boss.requests.at(-1)!.messages)).toContain('A-2');
  });
});
