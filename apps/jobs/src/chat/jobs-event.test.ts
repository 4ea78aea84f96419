import { expect, test } from 'vitest';
import { toShown } from './jobs-event.ts';

const show = (event: object, showThinking = true) => toShown(event as never, { showThinking });
const thought = { type: 'message_update', assistantMessageEvent: { type: 'thinking_delta', delta: 'Hm.' } };
const said = { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'Hi.' } };
const whole = {
  type: 'message_end',
  message: {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Hi.' },
    ],
  },
};

test('tool results are split into text and details', () => {
  const content = [
    { type: 'text', text: 'two' },
    { type: 'text', text: 'lines' },
  ];
  const end = {
    type: 'tool_execution_end',
    toolCallId: 'c',
    isError: false,
    result: { content, details: { count: 2 } },
  };
  expect(show(end)).toEqual({ ...end, result: { text: 'two\nlines', count: 2 } });
  expect(show({ ...end, result: { content } })).toEqual({ ...end, result: { text: 'two\nlines' } });
});

test('tool failures, and results of another form, stay as they are', () => {
  const failed = { type: 'tool_execution_end', isError: true, result: { content: [{ type: 'text', text: 'no' }] } };
  expect(show(failed)).toEqual(failed);
  const odd = { type: 'tool_execution_end', isError: false, result: 'odd' };
  expect(show(odd)).toEqual(odd);
  expect(show({ ...odd, result: undefined })).toEqual({ ...odd, result: undefined });
});

test('reasoning is shown where it is wanted', () => {
  for (const event of [thought, said, whole]) expect(show(event)).toEqual(event);
});

test('reasoning is hidden where it is not wanted, without changing anything else', () => {
  expect(show(thought, false)).toBeUndefined();
  expect(show(said, false)).toEqual(said);
  expect(show(whole, false)).toEqual({
    type: 'message_end',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '' },
        { type: 'text', text: 'Hi.' },
      ],
    },
  });
  expect(JSON.stringify(show(whole, false))).not.toContain('Hm.');
  const plain = { type: 'message_end', message: { role: 'user', content: 'Hello' } };
  expect(show(plain, false)).toEqual(plain);
  expect(show({ type: 'message_end' }, false)).toEqual({ type: 'message_end' });
});
