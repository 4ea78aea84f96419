import { createMAIL } from '@posthouse/ai-sdk-provider';
import { generateText, type ModelMessage } from 'ai';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { errand, relay, wordsOf } from '../../packages/runtime/src/__fixtures__/relay.ts';
import { answerOf, ask } from '../chat/__fixtures__/raw-chat.ts';
import { useCountry } from './__fixtures__/use-country.ts';

const country = useCountry(['alpha', 'beta', 'gamma']);
beforeAll(() => {
  country().plot = { alpha: relay, beta: relay, gamma: relay };
});
const alpha = () => country().town('alpha');

/** The errands that the model of a town knew of when it was last asked. */
const knownAt = (town: string): string[] => wordsOf(country().llm.requests.findLast(({ model }) => model === town)!);
const send = async (taskId: string, word: string, ...path: string[]): Promise<void> => {
  const { response } = await alpha().ask(taskId, errand(word, ...path));
  expect(response).toBe(`done: ${word}/0`);
  expect(await country().settle()).toEqual([]);
};
const fork = async (taskId: string, beforeRun: number, newTaskId: string): Promise<void> => {
  const body = { before_run: beforeRun, new_task_id: newTaskId };
  expect((await alpha().call(`/tasks/${taskId}/fork`, { body })).status).toBe(200);
};

describe('servers that have worked on a forked task', () => {
  test('servers remember what the fork keeps, and nothing else', async () => {
    await send('plain', 'apple', 'beta', 'gamma');
    await send('plain', 'bread', 'beta', 'gamma');
    await fork('plain', 2, 'plain-2');
    await send('plain-2', 'cheese', 'beta', 'gamma');
    for (const town of ['alpha', 'beta', 'gamma']) expect(knownAt(town)).toEqual(['apple', 'cheese']);
  });

  test('servers learn of a fork although they were down, and although the forking server was killed after it', async () => {
    await send('killed', 'apple', 'beta', 'gamma');
    await send('killed', 'bread', 'beta', 'gamma');
    await country().town('beta').kill();
    await fork('killed', 2, 'killed-2');
    await alpha().kill();
    await alpha().start();
    const sent = send('killed-2', 'cheese', 'beta', 'gamma');
    await vi.waitFor(
      async () => expect(JSON.stringify(await alpha().entries('killed-2'))).toContain('"letter_delayed"'),
      { timeout: 30_000 },
    );
    await country().town('beta').start();
    await sent;
    for (const town of ['alpha', 'beta', 'gamma']) expect(knownAt(town)).toEqual(['apple', 'cheese']);
    const forks = (await country().town('beta').entries('killed-2', 'alpha')).filter(
      (entry) => entry.type === 'notice' && entry.code === 'forked',
    );
    expect(forks).toHaveLength(1);
  });

  test('servers know the history that an AI SDK caller has edited', async () => {
    const model = createMAIL({ baseURL: alpha().door.url, authToken: 'user:ada' })('alpha');
    const history: ModelMessage[] = [];
    const say = async (text: string): Promise<string> => {
      history.push({ role: 'user', content: text });
      const { response, text: answer } = await generateText({ model, messages: history });
      history.push(...response.messages);
      expect(await country().settle()).toEqual([]);
      return answer;
    };
    await say(errand('apple', 'beta', 'gamma'));
    await say(errand('bread', 'beta', 'gamma'));
    history.splice(history.findLastIndex(({ role }) => role === 'user'));
    expect(await say(errand('cheese', 'beta', 'gamma'))).toBe('done: cheese/0');
    for (const town of ['alpha', 'beta', 'gamma']) expect(knownAt(town)).toEqual(['apple', 'cheese']);
    await say(errand('dates', 'beta'));
    expect(knownAt('beta')).toEqual(['apple', 'cheese', 'dates']);
  });

  test('servers know the conversation that a chat page shows after an edit and a regenerated answer', async () => {
    const post = async (body: object): Promise<string> => {
      const headers = { authorization: 'Bearer user:ada' };
      const init = { method: 'POST', headers, body: JSON.stringify({ ...body, id: 'forked-chat' }) };
      const answer = await answerOf(await fetch(`${alpha().door.url}/chat`, init));
      expect(await country().settle()).toEqual([]);
      return answer;
    };
    await post(ask('u1', errand('apple', 'beta', 'gamma')));
    await post(ask('u2', errand('bread', 'beta', 'gamma')));
    const edited = ask('u2', errand('cheese', 'beta', 'gamma'), { messageId: 'u2' });
    expect(await post(edited)).toBe('done: cheese/0');
    for (const town of ['alpha', 'beta', 'gamma']) expect(knownAt(town)).toEqual(['apple', 'cheese']);
    const asked = country().llm.requests.length;
    await post({ ...edited, trigger: 'regenerate-message' });
    expect(
      country()
        .llm.requests.slice(asked)
        .map(({ model }) => model),
    ).toContain('gamma');
    for (const town of ['alpha', 'beta', 'gamma']) expect(knownAt(town)).toEqual(['apple', 'cheese']);
    // Of the two that asked the same, one was given up.
    const prompt = country().llm.requests.findLast(({ model }) => model === 'beta')!;
    expect(JSON.stringify(prompt.messages).match(/cheese\/1 gamma/g)).toHaveLength(1);
  });
});
