import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  chunksOf,
  messageOf,
  messagesOf,
  openAgentStage,
  readUntil,
  send,
  sessionOf,
  textOf,
} from './__fixtures__/agent-stage.ts';

describe('a faulty agent', () => {
  test.each([
    ['crashes', 'rogue', 'crash', 'segmentation fault'],
    ['is misunderstood by its adapter', 'rogue', 'confuse', 'cannot read this'],
    ['says that it failed', 'grumpy', 'x', 'I do not feel like it'],
  ])('leaves an error in its answer and a usable session when it %s', async (_, agent, message, error) => {
    await using it = await openAgentStage();
    const chunks = await chunksOf(send(it.stage, { sessionId: 's', message, agent }));
    expect(chunks.slice(-2)).toMatchObject([{ type: 'error', errorText: error }, { type: 'finish' }]);
    expect((await messagesOf(it.stage, 's')).at(-1)).toEqual(messageOf(chunks));
    expect(messageOf(chunks)).toMatchObject({ metadata: { outcome: 'failed', error, errorCode: 'agent_failed' } });
    expect((await sessionOf(it.stage, 's')).status).toBe('ready');
    const next = await chunksOf(send(it.stage, { sessionId: 's', message: 'hello' }));
    expect(next.at(-1)).toMatchObject({ type: 'finish' });
    expect(await messagesOf(it.stage, 's')).toHaveLength(4);
  });

  test.each(['hang', 'chatter'])('a faulty agent is abandoned when it does not stop (%s)', async (message) => {
    await using it = await openAgentStage();
    const { rest } = await readUntil(await send(it.stage, { sessionId: 's', message, agent: 'rogue' }), 'Well.');
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    expect(await rest()).toMatch(/"type":"abort".*\n\n.*"type":"finish".*\n\ndata: \[DONE\]/s);
    expect((await messagesOf(it.stage, 's')).at(-1)).toMatchObject({ metadata: { outcome: 'stopped' } });
    await expect.poll(() => it.rogue.open).toBe(0);
    const next = await chunksOf(send(it.stage, { sessionId: 's', message: 'hello' }));
    expect(textOf(next)).toBe('Well. ');
    // It was opened anew, and told which conversation it had.
    expect(it.rogue.opened).toEqual([undefined, 'rogue-1']);
  });

  test('unknown events of an agent are ignored', async () => {
    await using it = await openAgentStage();
    const chunks = await chunksOf(send(it.stage, { sessionId: 's', message: 'mumble', agent: 'rogue' }));
    expect(textOf(chunks)).toBe('Well. ');
    expect(chunks.at(-1)).toMatchObject({ messageMetadata: { outcome: 'complete' } });
  });

  test('a flood of output is cut short, and a long answer is read from the store', async () => {
    await using it = await openAgentStage();
    const { url } = await it.stage.listen();
    const response = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { authorization: 'Bearer alice' },
      body: JSON.stringify({ sessionId: 's', message: 'flood 6', agent: 'rogue' }),
    });
    // A reader that cannot follow is cut, and asks again.
    const text = await response.text().catch(() => '');
    const whole = text.endsWith('[DONE]\n\n') ? text : await rereading(url);
    expect(whole.length).toBeLessThan(6 * 1.2 * 2 ** 20);
    const [, message] = await messagesOf(it.stage, 's');
    expect(message!.parts.filter((part) => 'toolCallId' in part)).toHaveLength(6);
    const sizes = message!.parts.map((part) => ('output' in part ? JSON.stringify(part.output).length : 0));
    expect(Math.max(...sizes)).toBeLessThan(1.1 * 2 ** 20);
  }, 120_000);

  test('an agent that has forgotten the conversation is asked again without it, and the user is told', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { sessionId: 's', message: 'hello', agent: 'rogue' }));
    await it.stage.served.agents.close();
    await using later = await openAgentStage({ store: it.stage.store, agents: it });
    const chunks = await chunksOf(send(later.stage, { sessionId: 's', message: 'remember?' }));
    expect(it.rogue.opened).toEqual([undefined, 'rogue-1', undefined]);
    expect(textOf(chunks)).toBe('Well. ');
    expect(chunks.slice(0, 2)).toMatchObject([
      { type: 'start' },
      { type: 'data-notice', data: { code: 'conversation-lost' } },
    ]);
    expect((await messagesOf(later.stage, 's')).at(-1)).toEqual(messageOf(chunks));
  });

  test('fails when it forgets the conversation every time', async () => {
    await using it = await openAgentStage();
    const chunks = await chunksOf(send(it.stage, { sessionId: 's', message: 'forget', agent: 'rogue' }));
    expect(chunks.at(-2)).toMatchObject({ type: 'error', errorText: 'no such conversation' });
  });
});

/** Asks for the answer until all of it got through. */
async function rereading(url: string): Promise<string> {
  const headers = { authorization: 'Bearer alice' };
  for (; ; await sleep(100)) {
    const page = (await (await fetch(`${url}/chat/s/messages`, { headers })).json()) as {
      messages: { id: string; role: string }[];
    };
    const answer = page.messages.find(({ role }) => role === 'assistant');
    if (answer === undefined) continue;
    const stream = await fetch(`${url}/chat/s/stream?message=${answer.id}`, { headers });
    const text = await stream.text().catch(() => '');
    if (text.endsWith('[DONE]\n\n')) return text;
  }
}
