import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import {
  chunksOf,
  createAgents,
  messageOf,
  messagesOf,
  openAgentStage,
  readUntil,
  send,
  sessionOf,
  textOf,
} from './__fixtures__/agent-stage.ts';

describe('a server after a restart', () => {
  test('continues the conversation that the agent had', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    const first = await openAgentStage({ store, agents });
    await chunksOf(send(first.stage, { sessionId: 's', message: 'one', agent: 'rogue' }));
    await first[Symbol.asyncDispose]();
    expect(agents.rogue.open).toBe(0);
    await using second = await openAgentStage({ store, agents });
    await chunksOf(send(second.stage, { sessionId: 's', message: 'two' }));
    expect(agents.rogue.opened).toEqual([undefined, 'rogue-1']);
    expect(await messagesOf(second.stage, 's')).toHaveLength(4);
  });

  test('keeps an answer that the shutdown cut short, and answers the messages that waited', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    const first = await openAgentStage({ store, agents });
    const { rest } = await readUntil(
      await send(first.stage, { sessionId: 's', message: 'x', agent: 'sleeper' }),
      'time',
    );
    const waiting = await send(first.stage, { sessionId: 's', message: 'quick' });
    await first[Symbol.asyncDispose]();
    expect(await rest()).toContain('"outcome":"interrupted"');
    expect(await waiting.text().catch(() => '')).not.toContain('[DONE]');
    await using second = await openAgentStage({ store, agents });
    await expect.poll(async () => (await messagesOf(second.stage, 's')).length).toBe(4);
    const [, cut, , answer] = await messagesOf(second.stage, 's');
    expect(cut).toMatchObject({
      metadata: { outcome: 'interrupted' },
      parts: [{ type: 'step-start' }, { type: 'text', text: 'Once upon a time ', state: 'done' }],
    });
    expect(answer!.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Done.' }));
  });

  test('closes a call that waited for approval, and voids the approval', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    const first = await openAgentStage({ store, agents, node: 'first' });
    await chunksOf(send(first.stage, { sessionId: 's', message: 'a.txt', agent: 'asker' }));
    const [waiting] = (await sessionOf(first.stage, 's')).approvals;
    // As if the process had been killed: nobody says goodbye.
    await first.stage.served.engine.stop({ drainMs: 0 });
    await using second = await openAgentStage({ store, agents, node: 'second' });
    const [, message] = await messagesOf(second.stage, 's');
    expect(message).toMatchObject({ metadata: { outcome: 'interrupted' } });
    expect(message!.parts).toContainEqual(
      expect.objectContaining({ state: 'output-error', errorText: expect.stringContaining('Interrupted') }),
    );
    expect(message!.parts).toContainEqual(
      expect.objectContaining({ type: 'data-notice', data: expect.objectContaining({ code: 'interrupted' }) }),
    );
    const path = `/chat/s/approvals/${encodeURIComponent(waiting.approvalId)}`;
    const body = { approved: true };
    expect(await second.stage.call(path, { body })).toMatchObject({ status: 400, body: { code: 'call_not_found' } });
    expect(await sessionOf(second.stage, 's')).toMatchObject({ status: 'ready' });
    await first[Symbol.asyncDispose]();
    expect((await messagesOf(second.stage, 's'))[1]).toEqual(message);
  });
});

describe('two processes on one store', () => {
  test('never run one session twice: the second queues, streams and stops what the first runs', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    await using first = await openAgentStage({ store, agents, node: 'first' });
    await using second = await openAgentStage({ store, agents, node: 'second' });
    const running = await readUntil(
      await send(first.stage, { sessionId: 's', message: 'x', agent: 'sleeper' }),
      'time',
    );
    const body = { sessionId: 's', message: 'quick', whenBusy: 'reject' };
    expect(await second.stage.call('/chat', { method: 'POST', body })).toMatchObject({
      status: 409,
      body: { code: 'session_busy' },
    });
    const resumed = await second.stage.fetch('/chat/s/stream');
    const queued = await send(second.stage, { sessionId: 's', message: 'quick', whenBusy: 'queue' });
    expect(await sessionOf(first.stage, 's')).toMatchObject({ status: 'running', queue: [{}] });
    expect((await second.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    expect(await running.rest()).toContain('"type":"abort"');
    const [, message] = await messagesOf(second.stage, 's');
    expect(messageOf(await chunksOf(resumed))).toEqual(message);
    expect((await chunksOf(queued)).map(({ type }) => type)).toEqual(['start', 'abort', 'finish']);
  });

  test('two processes agree on who answers when both are asked at once', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    await using first = await openAgentStage({ store, agents, node: 'first' });
    await using second = await openAgentStage({ store, agents, node: 'second' });
    const stages = [first.stage, second.stage];
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, n) =>
        chunksOf(send(stages[n % 2]!, { sessionId: 's', message: `m${n}`, agent: 'parrot' })),
      ),
    );
    expect(answers.map((chunks) => textOf(chunks))).toEqual([0, 1, 2, 3, 4, 5].map((n) => `m${n}! m${n}!`));
    const messages = await messagesOf(first.stage, 's');
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 6 }, () => ['user', 'assistant']).flat());
    for (const chunks of answers) expect(messages).toContainEqual(messageOf(chunks));
  });

  test('a process whose session was taken over can no longer write', async () => {
    await using store = await openStore('sqlite::memory:');
    const agents = createAgents();
    await using first = await openAgentStage({ store, agents, node: 'first' });
    const running = await readUntil(
      await send(first.stage, { sessionId: 's', message: 'x', agent: 'sleeper' }),
      'time',
    );
    await first.stage.served.engine.stop({ drainMs: 0 });
    await using second = await openAgentStage({ store, agents, node: 'second' });
    const [, message] = await messagesOf(second.stage, 's');
    expect(message).toMatchObject({ metadata: { outcome: 'interrupted' } });
    expect(textOf(await chunksOf(send(second.stage, { sessionId: 's', message: 'quick' })))).toBe('Done.');
    // It finds out by itself, and whoever reads it is cut off.
    expect(await running.rest().catch(() => 'cut')).not.toContain('[DONE]');
    expect((await messagesOf(second.stage, 's'))[1]).toEqual(message);
  });
});
