import { describe, expect, test } from 'vitest';
import type { Stage } from '../__fixtures__/stage.ts';
import {
  chunksOf,
  idsOf,
  messageOf,
  messagesOf,
  openAgentStage,
  readUntil,
  send,
  sessionOf,
  textOf,
  user,
} from './__fixtures__/agent-stage.ts';

const say = (stage: Stage, id: string, text: string, more: object = {}): Promise<Response> =>
  send(stage, { id: 's', agent: 'sleeper', messages: [user(id, text)], ...more });
const stop = (stage: Stage) => stage.call('/chat/s/stop', { method: 'POST' });

describe('a message during another answer', () => {
  test('a message waits its turn, and its stream is that of its own answer', async () => {
    await using it = await openAgentStage();
    await readUntil(await say(it.stage, 'u1', 'long'), 'time');
    const second = await say(it.stage, 'u2', 'quick', { whenBusy: 'queue' });
    const third = await say(it.stage, 'u3', 'quick');
    const { body } = await it.stage.call('/chat/sessions/s');
    expect(body).toMatchObject({
      status: 'running',
      queue: [
        { id: 'u2', parts: [{ type: 'text', text: 'quick' }] },
        { id: 'u3', parts: [{ type: 'text', text: 'quick' }] },
      ],
    });
    const run = say(it.stage, 'u4', 'quick', { whenBusy: 'interrupt' });
    expect(textOf(await chunksOf(run))).toBe('Done.');
    expect(textOf(await chunksOf(second))).toBe('Done.');
    expect(textOf(await chunksOf(third))).toBe('Done.');
    expect(await idsOf(it.stage)).toEqual(['u1', 'answer', 'u4', 'answer', 'u2', 'answer', 'u3', 'answer']);
    expect((await messagesOf(it.stage, 's'))[1]).toMatchObject({ metadata: { outcome: 'stopped' } });
  });

  test('a message is refused when it asks not to wait', async () => {
    await using it = await openAgentStage();
    await readUntil(await say(it.stage, 'u1', 'long'), 'time');
    const body = { id: 's', messages: [user('u2', 'quick')], whenBusy: 'reject' };
    expect(await it.stage.call('/chat', { method: 'POST', body })).toMatchObject({
      status: 409,
      body: { code: 'session_busy' },
    });
    await stop(it.stage);
    expect(textOf(await chunksOf(send(it.stage, body)))).toBe('Done.');
  });

  test('never starts a second run, however many arrive at once', async () => {
    await using it = await openAgentStage();
    const ids = Array.from({ length: 8 }, (_, n) => `u${n}`);
    const answers = await Promise.all(ids.map(async (id) => chunksOf(say(it.stage, id, 'quick'))));
    expect(new Set(answers.map((chunks) => messageOf(chunks).id)).size).toBe(ids.length);
    const order = await idsOf(it.stage);
    expect(order.filter((id) => id !== 'answer').toSorted()).toEqual(ids);
    expect(order.filter((_, index) => index % 2 === 1).every((id) => id === 'answer')).toBe(true);
  });

  test('a waiting message can be edited and withdrawn, but not afterwards', async () => {
    await using it = await openAgentStage();
    await readUntil(await say(it.stage, 'u1', 'long'), 'time');
    const second = await say(it.stage, 'u2', 'long');
    const third = await say(it.stage, 'u3', 'long');
    const edit = (message: unknown, id = 'u2') =>
      it.stage.call(`/chat/s/queue/${id}`, { method: 'PATCH', body: { message } });
    expect((await edit('quick')).body).toEqual({ id: 'u2', parts: [{ type: 'text', text: 'quick' }] });
    expect((await edit(user('other', 'quick'))).body.id).toBe('u2');
    expect((await edit(7)).status).toBe(400);
    expect((await edit('quick', 'u9')).status).toBe(400);
    const removed = await it.stage.call('/chat/s/queue/u3', { method: 'DELETE' });
    expect(removed.body).toEqual({ removed: true, id: 'u3' });
    expect((await chunksOf(third)).map(({ type }) => type)).toEqual(['start', 'abort', 'finish']);
    const last = say(it.stage, 'u4', 'quick', { whenBusy: 'interrupt' });
    await chunksOf(last);
    expect(textOf(await chunksOf(second))).toBe('Done.');
    expect(await idsOf(it.stage)).toEqual(['u1', 'answer', 'u4', 'answer', 'u2', 'answer']);
    expect((await edit('late')).status).toBe(400);
    expect((await it.stage.call('/chat/s/queue/u2', { method: 'DELETE' })).status).toBe(400);
  });

  test('a waiting message is not answered after a stop, and stays in the conversation', async () => {
    await using it = await openAgentStage();
    await readUntil(await say(it.stage, 'u1', 'long'), 'time');
    const second = await say(it.stage, 'u2', 'quick');
    expect((await stop(it.stage)).body).toEqual({ stopped: true });
    expect((await chunksOf(second)).map(({ type }) => type)).toEqual(['start', 'abort', 'finish']);
    expect(await idsOf(it.stage)).toEqual(['u1', 'answer', 'u2']);
    expect(await sessionOf(it.stage, 's')).toMatchObject({ status: 'ready', queue: [] });
    // The same message again is still that one.
    expect((await chunksOf(say(it.stage, 'u2', 'quick'))).map(({ type }) => type)).toContain('abort');
    expect(textOf(await chunksOf(say(it.stage, 'u3', 'quick')))).toBe('Done.');
  });

  test('a message that was sent before is not sent again', async () => {
    await using it = await openAgentStage();
    await readUntil(await say(it.stage, 'u1', 'long'), 'time');
    const twice = await Promise.all([say(it.stage, 'u2', 'quick'), say(it.stage, 'u2', 'quick')]);
    expect((await sessionOf(it.stage, 's')).queue).toHaveLength(1);
    const again = await say(it.stage, 'u1', 'long');
    await chunksOf(say(it.stage, 'u3', 'quick', { whenBusy: 'interrupt' }));
    expect(messageOf(await chunksOf(again)).metadata).toMatchObject({ outcome: 'stopped' });
    const [one, other] = await Promise.all(twice.map((response) => chunksOf(response)));
    expect(messageOf(one!)).toEqual(messageOf(other!));
  });
});
