import { safeValidateUIMessages } from 'ai-6-oldest';
import { expect, test } from 'vitest';
import { settleApprovals } from './settle-approvals.ts';
import type { CallPart, UIMessage } from './ui-message.ts';

const call = (state: CallPart['state'], more: Partial<CallPart> = {}): CallPart => ({
  type: 'dynamic-tool',
  toolName: 'send',
  toolCallId: 'c',
  state,
  input: {},
  approval: { id: 'c' },
  ...more,
});
const messageOf = (part: CallPart): UIMessage => ({ id: 'm', role: 'assistant', parts: [part] });
const settled = (part: CallPart) => settleApprovals(messageOf(part)).parts[0] as CallPart;

test.each([
  ['one that has a result was approved', call('output-available', { output: 1 }), { id: 'c', approved: true }],
  ['one that has failed may not have been', call('output-error', { errorText: 'no' }), undefined],
  ['one that was denied was refused', call('output-denied'), { id: 'c', approved: false }],
  ['one that waits is left as it is', call('approval-requested'), { id: 'c' }],
  [
    'a verdict stays',
    call('output-available', { output: 1, approval: { id: 'c', approved: true, reason: 'ok' } }),
    { id: 'c', approved: true, reason: 'ok' },
  ],
])('settling an approval: %s; and the message is valid', async (_, part, approval) => {
  expect(settled(part).approval).toEqual(approval);
  expect(await safeValidateUIMessages({ messages: [messageOf(settled(part))] as never })).toMatchObject({
    success: true,
  });
});

test('settling approvals leaves everything else as it is', () => {
  const message: UIMessage = { id: 'm', role: 'assistant', metadata: { a: 1 }, parts: [{ type: 'text', text: 'x' }] };
  expect(settleApprovals(message)).toEqual(message);
});
