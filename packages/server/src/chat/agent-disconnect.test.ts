import { describe, expect, test } from 'vitest';
import type { AgentStage } from './__fixtures__/agent-stage.ts';
import { messagesOf, openAgentStage, sessionOf, user } from './__fixtures__/agent-stage.ts';

/** A client that can hang up, of a server that listens. */
async function callers(it: AgentStage) {
  const { url } = await it.stage.listen();
  return (path: string, body?: object) => {
    const leaving = new AbortController();
    const response = fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer alice' },
      signal: leaving.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { response, hangUp: () => leaving.abort() };
  };
}

/** Reads on until it says something. */
async function hear(response: Promise<Response>, text: string): Promise<void> {
  const reader = (await response).body!.getReader();
  for (let heard = ''; !heard.includes(text);) heard += Buffer.from((await reader.read()).value ?? []).toString();
}

const status = async (it: AgentStage): Promise<string> => (await sessionOf(it.stage, 's')).status;

describe("a reader who disconnects from an agent's answer", () => {
  test('finds the answer when they come back', async () => {
    await using it = await openAgentStage();
    const call = await callers(it);
    const asking = call('/chat', { id: 's', agent: 'sleeper', messages: [user('u1', 'long')] });
    await hear(asking.response, 'time');
    asking.hangUp();
    const { response, hangUp } = call('/chat/s/stream');
    await hear(response, 'time');
    expect(await status(it)).toBe('running');
    hangUp();
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
  });

  test('stops the answer where the server is configured so, unless they only read along', async () => {
    await using it = await openAgentStage({ chat: { abortOnDisconnect: true } });
    const call = await callers(it);
    const asking = call('/chat', { id: 's', agent: 'sleeper', messages: [user('u1', 'long')] });
    await hear(asking.response, 'time');
    const reading = call('/chat/s/stream');
    await hear(reading.response, 'time');
    reading.hangUp();
    // Somebody else waits behind it, and is answered when it is over.
    const waiting = call('/chat', { id: 's', messages: [user('u2', 'quick')] });
    await waiting.response;
    expect(await status(it)).toBe('running');
    asking.hangUp();
    expect(await (await waiting.response).text()).toContain('Done.');
    const [, first, , second] = await messagesOf(it.stage, 's');
    expect(first).toMatchObject({ metadata: { outcome: 'stopped' } });
    expect(second).toMatchObject({ metadata: { outcome: 'complete' } });
  });

  test('withdraws a message that waits, and nothing else', async () => {
    await using it = await openAgentStage({ chat: { abortOnDisconnect: true } });
    const call = await callers(it);
    const asking = call('/chat', { id: 's', agent: 'sleeper', messages: [user('u1', 'long')] });
    await hear(asking.response, 'time');
    const waiting = call('/chat', { id: 's', messages: [user('u2', 'quick')] });
    await waiting.response;
    expect((await sessionOf(it.stage, 's')).queue).toHaveLength(1);
    waiting.hangUp();
    await expect.poll(async () => (await sessionOf(it.stage, 's')).queue).toEqual([]);
    expect(await status(it)).toBe('running');
    asking.hangUp();
    await expect.poll(() => status(it)).toBe('ready');
    expect((await messagesOf(it.stage, 's')).map(({ id, role }) => (role === 'user' ? id : 'answer'))).toEqual([
      'u1',
      'answer',
    ]);
  });

  test('stops nothing after the whole answer was read', async () => {
    await using it = await openAgentStage({ chat: { abortOnDisconnect: true } });
    const call = await callers(it);
    for (const id of ['u1', 'u2']) {
      const { response } = call('/chat', { id: 's', agent: 'sleeper', messages: [user(id, 'quick')] });
      expect(await (await response).text()).toContain('[DONE]');
    }
    const answers = (await messagesOf(it.stage, 's')).filter(({ role }) => role === 'assistant');
    for (const answer of answers) expect(answer).toMatchObject({ metadata: { outcome: 'complete' } });
  });
});
