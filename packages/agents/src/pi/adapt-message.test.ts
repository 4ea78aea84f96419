import { describe, expect, test } from 'vitest';
import { assistant } from './__fixtures__/pi-events.ts';
import { adaptMessage } from './adapt-message.ts';

describe('adaptMessage', () => {
  test('converts a message of the model with everything in it', () => {
    const message = assistant(
      [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Hello' },
        { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } },
        { type: 'text', text: '' },
        { type: 'redacted' },
      ],
      { timestamp: 7 },
    );
    expect(adaptMessage({ type: 'message_end', message })).toEqual({
      id: 'pi-assistant-7',
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm.', state: 'done' },
        { type: 'text', text: 'Hello', state: 'done' },
        {
          type: 'dynamic-tool',
          toolCallId: 'c1',
          toolName: 'bash',
          state: 'input-available',
          input: { command: 'ls' },
          providerExecuted: true,
        },
      ],
    });
  });

  test('converts a message of the user, with an image', () => {
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ];
    expect(adaptMessage({ type: 'message_end', message: { role: 'user', content, timestamp: 3 } })).toEqual({
      id: 'pi-user-3',
      role: 'user',
      parts: [
        { type: 'text', text: 'Look', state: 'done' },
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' },
      ],
    });
    expect(adaptMessage({ type: 'message_end', message: { role: 'user', content: 'Plain' } })?.parts).toEqual([
      { type: 'text', text: 'Plain', state: 'done' },
    ]);
  });

  test('returns nothing for other events', () => {
    expect(adaptMessage({ type: 'agent_start' })).toBeUndefined();
    expect(adaptMessage({ type: 'message_start', message: assistant([{ type: 'text', text: 'x' }]) })).toBeUndefined();
    expect(adaptMessage({ type: 'message_end', message: assistant([]) })).toBeUndefined();
    expect(adaptMessage({ type: 'message_end', message: { role: 'toolResult', content: 'x' } })).toBeUndefined();
  });
});
