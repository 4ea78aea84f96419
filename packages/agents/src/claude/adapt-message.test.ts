import { describe, expect, it } from 'vitest';
import { assistant, init, text, thinking, toolResult, toolUse, user } from './__fixtures__/claude-events.ts';
import { adaptMessage } from './adapt-message.ts';
import { adaptUserMessage } from './adapt-user-message.ts';

describe('adaptMessage', () => {
  it.each([
    [text('Hello.'), { type: 'text', text: 'Hello.', state: 'done' }],
    [thinking('Hm.'), { type: 'reasoning', text: 'Hm.', state: 'done' }],
    [
      toolUse('c1'),
      { type: 'dynamic-tool', toolCallId: 'c1', toolName: 'Bash', state: 'input-available', input: { command: 'ls' } },
    ],
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
    ],
    [
      { type: 'image', source: { type: 'url', url: 'https://a.test/x' } },
      { type: 'file', url: 'https://a.test/x' },
    ],
  ])('converts %j to a part', (block, part) => {
    const event = assistant('m1', block);
    expect(adaptMessage(event)).toEqual({ id: event.uuid, role: 'assistant', parts: [expect.objectContaining(part)] });
  });

  it('converts what the user said', () => {
    expect(adaptMessage(user('Hello.', { uuid: 'u' }))).toEqual({
      id: 'u',
      role: 'user',
      parts: [{ type: 'text', text: 'Hello.', state: 'done' }],
    });
  });

  it.each([
    ['beginnings', init],
    ['results of calls', toolResult('c1', 'x', { uuid: 'u' })],
    ['what Claude says to itself', user('x', { uuid: 'u', isSynthetic: true })],
    ['repetitions', user('x', { uuid: 'u', isReplay: true })],
    ['what has no content', assistant('m1', text(''))],
    ['what has no id', user('x')],
    ['images from nowhere', assistant('m1', { type: 'image' })],
    ['an empty message', { type: 'assistant', uuid: 'u', message: {} } as const],
  ])('returns nothing for %s', (_name, event) => {
    expect(adaptMessage(event)).toBeUndefined();
  });
});

describe('adaptUserMessage', () => {
  const contentOf = (...parts: Parameters<typeof adaptUserMessage>[0]['parts']) =>
    adaptUserMessage({ parts }).message.content;

  it('makes a message with an id of its own', () => {
    const parts = [{ type: 'text', text: 'Hello.' }] as const;
    const [first, second] = [adaptUserMessage({ id: 'mine', parts }), adaptUserMessage({ id: 'mine', parts })];
    expect(first).toMatchObject({ type: 'user', parent_tool_use_id: null, message: { role: 'user', content: parts } });
    expect(first.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.uuid).not.toBe(second.uuid);
  });

  it('passes on images and documents', () => {
    expect(
      contentOf(
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
        { type: 'file', mediaType: 'image/png', url: 'https://a.test/x.png' },
        { type: 'file', mediaType: 'application/pdf', url: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' },
        { type: 'file', mediaType: 'text/csv', url: 'data:text/csv,a%2Cb', filename: 'a.csv' },
        { type: 'file', mediaType: '', url: 'data:text/plain,hello' },
      ),
    ).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'image', source: { type: 'url', url: 'https://a.test/x.png' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'a.pdf' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' }, title: 'a.csv' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hello' } },
    ]);
  });

  it('names files that Claude cannot read', () => {
    expect(
      contentOf(
        { type: 'file', mediaType: 'video/mp4', url: 'https://a.test/x.mp4', filename: 'x.mp4' },
        { type: 'file', mediaType: 'application/zip', url: 'data:application/zip;base64,AAAA' },
      ),
    ).toEqual([
      { type: 'text', text: '[Attached: x.mp4 of type video/mp4 at https://a.test/x.mp4]' },
      { type: 'text', text: '[Attached: a file of type application/zip]' },
    ]);
  });
});
