import { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { toCallOutput } from './to-call-output.ts';

type Result = Parameters<typeof toCallOutput>[0];

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

test.each<[string, Result, unknown]>([
  ['no content', { content: [] }, ''],
  ['text', { content: [text('a')] }, 'a'],
  ['several texts', { content: [text('a'), text('b')] }, 'a\nb'],
  ['structured content with its text', { content: [text('{"a":1}')], structuredContent: { a: 1 } }, { a: 1 }],
  ['structured content alone', { structuredContent: { a: null } } as Result, { a: null }],
  ['an image', { content: [image] }, { content: [image] }],
  ['text and an image', { content: [text('a'), image] }, { content: [text('a'), image] }],
  [
    'structured content and an image',
    { content: [image], structuredContent: { a: 1 } },
    { content: [image], structuredContent: { a: 1 } },
  ],
  ['the old field toolResult', { toolResult: { a: 1 } } as Result, { a: 1 }],
  [
    'metadata, which is left out',
    { content: [{ ...image, _meta: { internal: true } }], _meta: { x: 1 } },
    { content: [image] },
  ],
])('toCallOutput converts a result with %s', (_name, result, output) => {
  expect(toCallOutput(result)).toEqual(output);
});

test.each<[string, Result, string]>([
  ['with text', { content: [text('no paper')], isError: true }, 'no paper'],
  ['without text', { content: [], isError: true }, 'The tool failed.'],
  ['with an image', { content: [image], isError: true }, JSON.stringify([image])],
])('toCallOutput throws an error result %s', (_name, result, message) => {
  let thrown: unknown;
  try {
    toCallOutput(result);
  } catch (error) {
    thrown = error;
  }
  expect(PosthouseError.isInstance(thrown)).toBe(true);
  expect(thrown).toMatchObject({ code: 'action_failed', message });
});
