import { describe, expect, test } from 'vitest';
import { complete, logOf, play } from '../__fixtures__/play.ts';

const ask = { tool: 'ask_human', input: { q: 'ok?' }, callId: 'c-1' };
const look = { name: 'look_out', parameters: { type: 'object' } };

test('results that are sent twice under one key are applied once', async () => {
  await play({ supervisor: [[ask], complete('thanks')] }, async (instance) => {
    await instance.postMessage({ body: 'go', taskId: 't' });
    const first = await instance.resume('t', 'yes', { idempotencyKey: 'k' });
    expect((await instance.answer(first)).response).toBe('thanks');
    await expect(instance.resume('t', 'no', { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'call_answered' });
    const again = await instance.resume('t', 'yes', { idempotencyKey: 'k' });
    expect(again).toEqual(first);
    expect((await instance.answer(again)).response).toBe('thanks');
    await expect(instance.resume('t', 'no', { idempotencyKey: 'another' })).rejects.toThrow('already answered');
    const results = (await logOf(instance, 't')).filter(
      (entry) => entry.type === 'call-ended' && entry.tool === 'ask_human',
    );
    expect(results).toHaveLength(1);
  });
});

test('a repeated message with tools joins the run that it has started', async () => {
  await play({ supervisor: [[{ ...ask }], complete('done')] }, async (instance) => {
    const message = { body: 'go', taskId: 't', tools: [look], idempotencyKey: 'k' };
    const first = await instance.submit(message);
    expect(await instance.submit(message)).toEqual(first);
    expect((await instance.answer(first)).status).toBe('paused');
    await expect(instance.submit({ ...message, idempotencyKey: 'l' })).rejects.toThrow('in the middle of a run');
  });
});

describe('a key used again with another message', () => {
  const first = { body: 'go', taskId: 't', idempotencyKey: 'k' };

  test.each([
    ['body', { body: 'stop' }],
    ['subject', { subject: 'Other' }],
    ['tools', { tools: [look] }],
    ['format of the answer', { responseFormat: { type: 'object' } }],
  ])('a key used again is refused when the %s differs, and the first message stays one', async (_, changes) => {
    await play({ supervisor: [complete('done')] }, async (instance) => {
      const submitted = await instance.submit(first);
      await instance.answer(submitted);
      await expect(instance.submit({ ...first, ...changes })).rejects.toMatchObject({ code: 'key_reused' });
      expect(await instance.submit(first)).toEqual(submitted);
      expect((await logOf(instance, 't')).filter((entry) => entry.type === 'run-started')).toHaveLength(1);
    });
  });
});
