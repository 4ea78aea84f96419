import { describe, expect, it } from 'vitest';
import { commandItem, completed, event, messageItem, reasoningItem, started } from './__fixtures__/codex-events.ts';
import { adaptMessage } from './adapt-message.ts';

describe('adaptMessage', () => {
  it.each([
    [messageItem('a', 'Hello.'), 'assistant', { type: 'text', text: 'Hello.', state: 'done' }],
    [reasoningItem('a', 'Hm.'), 'assistant', { type: 'reasoning', text: 'Hm.', state: 'done' }],
    [
      commandItem('a', { status: 'completed', aggregatedOutput: 'x', exitCode: 0 }),
      'assistant',
      { type: 'dynamic-tool', toolName: 'shell', state: 'output-available', output: { exitCode: 0, output: 'x' } },
    ],
    [
      commandItem('a', { status: 'failed', exitCode: 1 }),
      'assistant',
      { state: 'output-error', errorText: 'Exit code 1' },
    ],
    [{ type: 'userMessage', id: 'a', content: [{ type: 'text', text: 'Hi.' }] }, 'user', { type: 'text', text: 'Hi.' }],
  ])('adaptMessage converts %j', (item, role, part) => {
    expect(adaptMessage(completed(item))).toEqual({ id: 'a', role, parts: [expect.objectContaining(part)] });
  });

  it.each([
    ['items that have only begun', started(messageItem('a', 'Hel'))],
    ['items without content', completed(messageItem('a', ''))],
    ['items of other kinds', completed({ type: 'contextCompaction', id: 'a' })],
    ['images of the user', completed({ type: 'userMessage', id: 'a', content: [{ type: 'image', url: 'u' }] })],
    ['everything else', event('turn/started')],
  ])('returns nothing for %s', (_name, given) => {
    expect(adaptMessage(given)).toBeUndefined();
  });
});
