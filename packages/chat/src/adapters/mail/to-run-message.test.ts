import { safeValidateUIMessages } from 'ai-6-oldest';
import { describe, expect, test } from 'vitest';
import { letter, run, RunLog } from './__fixtures__/run-log.ts';
import { toRunMessage, toUserMessages } from './to-run-message.ts';

const user = { addressType: 'user', address: 'u-1' } as const;

describe('the message of a run', () => {
  test('is none before the run has started', () => {
    expect(toRunMessage([], run)).toBeUndefined();
    expect(toRunMessage(new RunLog().entries, { ...run, run: 2 })).toBeUndefined();
  });

  test('is what there is of it while it goes on', () => {
    const { entries } = new RunLog().begin('answer').call('m', 'mail');
    expect(toRunMessage(entries, run)).toMatchObject({
      id: 'answer-1',
      role: 'assistant',
      metadata: { taskId: 'task-1', run: 1, swarm: 'team' },
      parts: [
        { type: 'step-start' },
        { type: 'text', text: '', state: 'streaming' },
        { type: 'dynamic-tool', toolName: 'mail_tool', state: 'input-available' },
      ],
    });
  });

  test('says when it waits, and how far it goes', () => {
    const { entries } = new RunLog().call('b', 'breakpoint').paused(['b', 'breakpoint_tool']);
    expect(toRunMessage(entries, run)!.metadata).toMatchObject({ outcome: 'paused', seq: 3 });
  });

  test('says what went wrong', () => {
    const message = toRunMessage(new RunLog().end('error', 'no model', 'model_failed').entries, run)!;
    expect(message.metadata).toMatchObject({ outcome: 'error', error: 'no model', code: 'model_failed' });
    expect(message.parts.at(-1)).toMatchObject({ type: 'data-notice', data: { text: 'no model' } });
  });

  test.each([
    ['complete', new RunLog().written({ kind: 'answer', text: 'Seven.' }).end('complete', 'Seven.')],
    ['paused', new RunLog().call('b', 'breakpoint').paused(['b', 'breakpoint_tool'])],
    ['stopped', new RunLog().call('c', 'action').started('c').abandoned({ text: 'x' }).end('cancelled', 'x')],
  ])('is valid in the eyes of the oldest client: %s', async (_, log) => {
    const messages = [toRunMessage(log.entries, run)!] as never;
    expect(await safeValidateUIMessages({ messages })).toMatchObject({ success: true });
  });
});

describe('messages of the user', () => {
  const log = (...bodies: [id: string, body: string, routingInfo?: object][]) => {
    const written = new RunLog();
    for (const [id, body, routingInfo = {}] of bodies) {
      written.add({ type: 'message', to: 'lead', message: letter(user, body, { id, routingInfo }) });
    }
    return written.entries;
  };

  test('have the words and the id of the mail', () => {
    expect(toUserMessages(log(['m-1', 'Hello'], ['m-2', 'Hurry']))).toMatchObject([
      { id: 'm-1', role: 'user', metadata: { taskId: 'task-1', run: 1 }, parts: [{ type: 'text', text: 'Hello' }] },
      { id: 'm-2', parts: [{ type: 'text', text: 'Hurry' }] },
    ]);
  });

  test('have the id and the parts that a client gave them', () => {
    const parts = [{ type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png' }];
    const messages = toUserMessages(log(['m-1', 'words for it', { chat: { messageId: 'ui-1', parts } }]));
    expect(messages).toMatchObject([{ id: 'ui-1', parts }]);
  });

  test('that go to several agents are one', () => {
    expect(toUserMessages(log(['m-1', 'Hello'], ['m-1', 'Hello']))).toHaveLength(1);
  });

  test('are those of one run, if one is asked for', () => {
    const entries = log(['m-1', 'Hello']);
    expect(toUserMessages(entries, 1)).toHaveLength(1);
    expect(toUserMessages(entries, 2)).toEqual([]);
  });

  test('are not what others wrote', () => {
    const message = letter({ addressType: 'agent', address: 'lead' }, 'x');
    expect(toUserMessages(new RunLog().add({ type: 'message', to: 'clerk', message }).entries)).toEqual([]);
  });
});
