import { expect, test } from 'vitest';
import { findInvalidMessages } from '../__fixtures__/ai-sdks.ts';
import { toValidMessage } from './to-valid-message.ts';
import type { CallPart, UIMessage, UIPart } from './ui-message.ts';

const call = (state: CallPart['state'], more: Partial<CallPart> = {}): CallPart => ({
  type: 'dynamic-tool',
  toolName: 'send',
  toolCallId: 'c',
  state,
  input: {},
  ...more,
});
const asked = (state: CallPart['state'], more: Partial<CallPart> = {}): CallPart =>
  call(state, { approval: { id: 'a' }, ...more });
const { input: _, ...unread } = call('output-error', { errorText: 'Interrupted.' });
const messageOf = (...parts: UIPart[]): UIMessage => ({ id: 'm', role: 'assistant', metadata: { a: 1 }, parts });

test.each<[string, UIPart[], UIPart[]]>([
  ['has a step when nothing was said', [], [{ type: 'step-start' }]],
  ['gives a call an input that was killed before it had one', [unread], [{ ...unread, input: {} }]],
  [
    'gives a call a result that ended without one',
    [call('output-available')],
    [call('output-available', { output: null })],
  ],
  ['gives data a value', [{ type: 'data-x', data: undefined }], [{ type: 'data-x', data: null }]],
  [
    'says that a call with a result was approved',
    [asked('output-available', { output: 1 })],
    [asked('output-available', { output: 1, approval: { id: 'a', approved: true } })],
  ],
  [
    'says of a denied call that it was refused, whether or not it was asked for',
    [call('output-denied')],
    [call('output-denied', { approval: { id: 'c', approved: false } })],
  ],
  ['lets a call wait', [asked('approval-requested')], [asked('approval-requested')]],
  [
    'keeps a verdict, and whatever else is there',
    [
      { type: 'text', text: 'x' },
      asked('output-available', { output: 1, approval: { id: 'a', approved: true, reason: 'ok' } }),
      call('input-streaming'),
    ],
    [
      { type: 'text', text: 'x' },
      asked('output-available', { output: 1, approval: { id: 'a', approved: true, reason: 'ok' } }),
      call('input-streaming'),
    ],
  ],
])('a valid message %s', async (__, parts, valid) => {
  expect(toValidMessage(messageOf(...parts))).toEqual(messageOf(...valid));
  expect(await findInvalidMessages([messageOf(...valid)])).toEqual([]);
});
