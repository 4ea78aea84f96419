import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { playRun, stopping } from './__fixtures__/play-run.ts';
import { toRunMessage, toUserMessages } from './to-run-message.ts';

const answers: ScriptedTurn = { toolCalls: [{ name: 'task_complete', input: { finish_message: 'Seven.' } }] };
const asks: ScriptedTurn = { toolCalls: [{ name: 'ask_human', input: {} }] };

describe('the message of a run', () => {
  test('the message of a run exists once the run has started', async () => {
    const run = await playRun({ lead: [answers] });
    expect(toRunMessage([], run)).toBeUndefined();
    expect(toRunMessage(run.entries, { ...run, run: 2 })).toBeUndefined();
    expect(toRunMessage(run.entries.slice(0, 1), run)).toMatchObject({ id: run.answerId, role: 'assistant' });
  });

  test('the message of a run contains what there is while the run continues', async () => {
    const lead: ScriptedTurn[] = [{ text: 'Once upon', fault: { kind: 'stall', afterChunks: 1_000 } }];
    const run = await playRun({ lead, intervene: stopping });
    const begun = run.entries.findIndex(({ type }) => type === 'text-started');
    expect(toRunMessage(run.entries.slice(0, begun + 1), run)).toMatchObject({
      metadata: { taskId: run.taskId, run: 1, swarm: 'team' },
      parts: [{ type: 'step-start' }, { type: 'reasoning', text: '', state: 'streaming' }],
    });
  });

  test('the message of a run says that the run waits, and how far it got', async () => {
    const run = await playRun({
      lead: [asks],
      intervene: (event, instance, taskId) => (event.type === 'paused' ? instance.cancel(taskId) : undefined),
    });
    const paused = run.entries.findIndex(({ type }) => type === 'paused');
    const { metadata } = toRunMessage(run.entries.slice(0, paused + 1), run)!;
    expect(metadata).toMatchObject({ outcome: 'paused', seq: run.entries[paused]!.seq });
  });

  test('the message of a run says what went wrong', async () => {
    const run = await playRun({ lead: [{ fault: { kind: 'http', status: 400, message: 'no model' } }] });
    const { metadata, parts } = toRunMessage(run.entries, run)!;
    expect(metadata).toMatchObject({
      outcome: 'error',
      error: expect.stringContaining('no model'),
      code: 'model_failed',
    });
    expect(parts).toMatchObject([{ type: 'step-start' }, { type: 'data-notice', data: { code: 'model_failed' } }]);
  });
});

describe('messages of the user', () => {
  test('messages of the user have the words and the id of the mail, without the mail of others', async () => {
    const { entries, taskId } = await playRun({ lead: [answers] });
    const posted = entries.find((entry) => entry.type === 'message')!;
    expect(toUserMessages(entries)).toEqual([
      {
        id: posted.message.id,
        role: 'user',
        metadata: { taskId, run: 1, at: posted.at },
        parts: [{ type: 'text', text: 'Well?' }],
      },
    ]);
    expect([toUserMessages(entries, 1).length, toUserMessages(entries, 2)]).toEqual([1, []]);
  });

  test('messages of the user have the id and the parts that a client gave them', async () => {
    const parts = [{ type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png' }];
    const { entries } = await playRun({
      lead: [answers],
      post: { routingInfo: { chat: { messageId: 'ui-1', parts } } },
    });
    expect(toUserMessages(entries)).toMatchObject([{ id: 'ui-1', parts }]);
  });
});
