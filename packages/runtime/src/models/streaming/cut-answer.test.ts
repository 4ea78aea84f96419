import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { cutAnswer, MAX_PARTS } from './cut-answer.ts';

type Part = LanguageModelV4StreamPart;

const WORD = '\n\n[The answer was cut off here, after 10 bytes.]';

/** What is left of an answer when it may have ten bytes, and whether it was cut. */
async function cut(parts: Part[]): Promise<{ parts: Part[]; wasCut: boolean }> {
  let wasCut = false;
  const stream = ReadableStream.from(parts).pipeThrough(cutAnswer(10, () => (wasCut = true)));
  const left: Part[] = [];
  for await (const part of stream) left.push(part);
  return { parts: left, wasCut };
}

const text = (...deltas: string[]): Part[] => [
  { type: 'text-start', id: 't' },
  ...deltas.map((delta): Part => ({ type: 'text-delta', id: 't', delta })),
];
const thought = (delta: string): Part[] => [
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta },
];
const call = (id: string, input: string): Part[] => [
  { type: 'tool-input-start', id, toolName: 'find' },
  { type: 'tool-input-delta', id, delta: input },
  { type: 'tool-input-end', id },
  { type: 'tool-call', toolCallId: id, toolName: 'find', input },
];
const cutText: Part[] = [
  { type: 'text-start', id: 'cut' },
  { type: 'text-delta', id: 'cut', delta: WORD },
  { type: 'text-end', id: 'cut' },
];
const finish = expect.objectContaining({ type: 'finish', finishReason: { unified: 'length', raw: 'length' } });

test('an answer that fits passes unchanged, and a streamed call counts once', async () => {
  const parts: Part[] = [...text('abc'), { type: 'text-end', id: 't' }, ...call('c', '{"a":1}')];
  expect(await cut(parts)).toEqual({ parts, wasCut: false });
});

test('text that is too long is cut, with a word about it', async () => {
  const { parts, wasCut } = await cut(text('12345', '67890abc', 'never read'));
  expect(parts).toEqual([...text('12345', `67890${WORD}`), { type: 'text-end', id: 't' }, finish]);
  expect(wasCut).toBe(true);
});

test('reasoning that is too long leaves no room for an answer', async () => {
  const { parts } = await cut(thought('a very long thought'));
  expect(parts).toEqual([{ type: 'reasoning-start', id: 'r' }, { type: 'reasoning-end', id: 'r' }, finish]);
});

test('a call that is too long is not made, and the answer says so if there were calls before it', async () => {
  const alone = await cut(call('c', '{"a":"0123456789"}'));
  expect(alone.parts).toEqual([
    { type: 'tool-input-start', id: 'c', toolName: 'find' },
    { type: 'tool-input-end', id: 'c' },
    finish,
  ]);
  const first = call('c', '{"a":1}');
  const { parts } = await cut([...first, ...call('d', '{"a":2}')]);
  expect(parts).toEqual([
    ...first,
    { type: 'tool-input-start', id: 'd', toolName: 'find' },
    { type: 'tool-input-end', id: 'd' },
    ...cutText,
    finish,
  ]);
});

test('a call that comes in one piece counts too', async () => {
  const whole: Part = { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: '{"a":"0123456789"}' };
  expect(await cut([whole])).toEqual({ parts: [finish], wasCut: true });
});

test('a call whose name does not end is not made', async () => {
  const named = (toolName: string): Part[] => [
    { type: 'tool-input-start', id: 'c', toolName },
    { type: 'tool-call', toolCallId: 'c', toolName, input: '{}' },
  ];
  expect((await cut(named('find'))).wasCut).toBe(false);
  expect(await cut(named('a name of more than ten bytes'))).toEqual({ parts: [finish], wasCut: true });
  const whole: Part = { type: 'tool-call', toolCallId: 'an id of more than ten bytes', toolName: 'find', input: '{}' };
  expect(await cut([whole])).toEqual({ parts: [finish], wasCut: true });
});

test.each<[string, (id: string) => Part[]]>([
  ['calls', (id) => [{ type: 'tool-call', toolCallId: id, toolName: '', input: '' }]],
  [
    'texts',
    (id) => [
      { type: 'text-start', id },
      { type: 'text-end', id },
    ],
  ],
  ['sources', (id) => [{ type: 'source', sourceType: 'url', id, url: 'https://example.com' }]],
])('an answer of endless %s that say nothing is cut', async (_, toParts) => {
  const many = Array.from({ length: MAX_PARTS }, () => toParts('')).flat();
  expect(await cut(many)).toEqual({ parts: many, wasCut: false });
  const { parts, wasCut } = await cut([...many, ...toParts('')]);
  expect(wasCut).toBe(true);
  expect(parts.slice(0, many.length)).toEqual(many);
  expect(parts.at(-1)).toEqual(finish);
});
