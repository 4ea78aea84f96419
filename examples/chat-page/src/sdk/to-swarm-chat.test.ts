import { describe, expect, test, vi } from 'vitest';
import { toSwarmChat } from './to-swarm-chat.ts';

/** What `useChat` returns, and what is asked of it. */
function makeHelpers() {
  return {
    messages: [],
    status: 'ready' as const,
    error: undefined,
    setMessages: vi.fn<(messages: object[]) => void>(),
    resumeStream: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    sendMessage: vi.fn<(message?: object) => Promise<void>>(() => Promise.resolve()),
    regenerate: vi.fn<(message?: object) => Promise<void>>(() => Promise.resolve()),
    addToolOutput: vi.fn<(output: object) => void>(),
    addToolApprovalResponse: vi.fn<(response: object) => void>(),
  };
}

describe('an AI SDK chat as the page uses it', () => {
  test('shows the existing messages', () => {
    const error = new Error('It broke.');
    expect(toSwarmChat({ ...makeHelpers(), status: 'error', error })).toMatchObject({
      messages: [],
      status: 'error',
      error,
    });
  });

  test('loads what the server knows, and continues what is being written', () => {
    const helpers = makeHelpers();
    const messages = [{ id: 'm-1', role: 'user' as const, parts: [] }];
    toSwarmChat(helpers).show({ messages, running: false });
    expect(helpers.resumeStream).not.toHaveBeenCalled();
    toSwarmChat(helpers).show({ messages, running: true });
    expect(helpers.setMessages.mock.calls).toEqual([[messages], [messages]]);
    expect(helpers.resumeStream).toHaveBeenCalledOnce();
  });

  test('sends a message, edits one and regenerates an answer', () => {
    const helpers = makeHelpers();
    const chat = toSwarmChat(helpers);
    chat.send('Hello.');
    chat.edit('m-1', 'Hello!');
    chat.regenerate();
    chat.regenerate('m-2');
    expect(helpers.sendMessage.mock.calls).toEqual([[{ text: 'Hello.' }], [{ text: 'Hello!', messageId: 'm-1' }]]);
    expect(helpers.regenerate.mock.calls).toEqual([[undefined], [{ messageId: 'm-2' }]]);
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

  test('approves or denies, with or without a reason', () => {
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
