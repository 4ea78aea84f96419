import { describe, expect, test, vi } from 'vitest';
import type { SwarmMessage } from '../messages/swarm-message.ts';
import { toSwarmChat } from './to-swarm-chat.ts';

/** What `useChat` returns, and what is asked of it. */
function makeHelpers() {
  return {
    messages: [],
    status: 'ready' as const,
    error: undefined,
    sendMessage: vi.fn<(message?: object) => Promise<void>>(() => Promise.resolve()),
    regenerate: vi.fn<(message?: object) => Promise<void>>(() => Promise.resolve()),
    addToolOutput: vi.fn<(output: object) => void>(),
    addToolApprovalResponse: vi.fn<(response: object) => void>(),
  };
}

describe('a chat of the AI SDK, as the page uses it', () => {
  test('shows what is there', () => {
    const error = new Error('It broke.');
    expect(toSwarmChat({ ...makeHelpers(), status: 'error', error })).toMatchObject({
      messages: [],
      status: 'error',
      error,
    });
  });

  test('sends words, and tries again', () => {
    const helpers = makeHelpers();
    const chat = toSwarmChat(helpers);
    chat.send('Hello.');
    chat.tryAgain();
    expect(helpers.sendMessage).toHaveBeenCalledExactlyOnceWith({ text: 'Hello.' });
    expect(helpers.regenerate).toHaveBeenCalledExactlyOnceWith();
  });

  test('says the same again to an agent, which cannot forget that it was said', () => {
    const helpers = makeHelpers();
    const messages: SwarmMessage[] = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
      { id: '2', role: 'assistant', parts: [], metadata: { agent: 'pi' } },
    ];
    toSwarmChat({ ...helpers, messages }).tryAgain();
    expect(helpers.sendMessage).toHaveBeenCalledExactlyOnceWith({ text: 'Hello.' });
    expect(helpers.regenerate).not.toHaveBeenCalled();
  });

  test('answers a call, or refuses to', () => {
    const helpers = makeHelpers();
    const chat = toSwarmChat(helpers);
    const call = { toolName: 'ask', toolCallId: 'call-1' };
    chat.answer(call, { seats: 2 });
    chat.refuse(call, 'No.');
    expect(helpers.addToolOutput.mock.calls).toEqual([
      [{ tool: 'ask', toolCallId: 'call-1', output: { seats: 2 } }],
      [{ state: 'output-error', tool: 'ask', toolCallId: 'call-1', errorText: 'No.' }],
    ]);
  });

  test('decides, with a reason or without', () => {
    const helpers = makeHelpers();
    const chat = toSwarmChat(helpers);
    chat.decide('a', true, undefined);
    chat.decide('b', false, 'Too dear.');
    expect(helpers.addToolApprovalResponse.mock.calls).toEqual([
      [{ id: 'a', approved: true }],
      [{ id: 'b', approved: false, reason: 'Too dear.' }],
    ]);
  });
});
