import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toChatRequest } from './to-chat-request.ts';

const text = (words: string) => ({ type: 'text', text: words });
const user = (id: string | undefined, ...parts: object[]) => ({ id, role: 'user', parts });
const useChat = (messages: unknown[], rest: object = {}) => ({ id: 's', messages, trigger: 'submit-message', ...rest });

describe('requests of useChat', () => {
  test('requests contain the last message, whatever stands before it', () => {
    const body = useChat([{ role: 'wizard' }, null, user('u1', text('old')), user('u2', text('new'))]);
    expect(toChatRequest(body)).toEqual({
      sessionId: 's',
      whenBusy: 'queue',
      wish: { type: 'send', message: { id: 'u2', parts: [text('new')] } },
    });
  });

  test('requests may name the agent, and what to do while another answer is written', () => {
    const rest = { swarm: 'annex', entrypoint: 'clerk', whenBusy: 'interrupt', unknown: 1 };
    expect(toChatRequest(useChat([user('u1', text('hi'))], rest))).toMatchObject({
      swarm: 'annex',
      entrypoint: 'clerk',
      whenBusy: 'interrupt',
    });
  });

  test('requests are an edit when they name the message they send', () => {
    const edit = useChat([user('u1', text('better'))], { messageId: 'u1' });
    expect(toChatRequest(edit).wish).toMatchObject({ type: 'send', edits: true });
    const other = useChat([user('u2', text('next'))], { messageId: 'a1' });
    expect(toChatRequest(other).wish).not.toHaveProperty('edits');
  });

  test('requests ask for another answer, by its id or to the last message', () => {
    const again = (messageId?: string) =>
      toChatRequest(useChat([user('u1', text('hi'))], { trigger: 'regenerate-message', messageId })).wish;
    expect(again('a1')).toEqual({ type: 'regenerate', answerId: 'a1', message: { id: 'u1', parts: [text('hi')] } });
    expect(again()).not.toHaveProperty('answerId');
  });

  test("requests answer open calls when the last message is not the user's", () => {
    const parts = [
      text('I wonder'),
      { type: 'dynamic-tool', toolName: 'ask', toolCallId: 'c1', state: 'output-available', output: { yes: 1 } },
      {
        type: 'tool-pay',
        toolCallId: 'c2',
        state: 'approval-responded',
        approval: { id: 'c2', approved: false, reason: 'no' },
      },
      { type: 'tool-see', toolCallId: 'c3', state: 'output-error', errorText: 'dark' },
      { type: 'tool-go', toolCallId: 'c4', state: 'input-available', input: {} },
    ];
    const message = { id: 'a1', role: 'assistant', metadata: { seq: 12 }, parts };
    expect(toChatRequest(useChat([message])).wish).toEqual({
      type: 'answer',
      answerId: 'a1',
      seen: 12,
      answers: [
        { toolCallId: 'c1', content: { yes: 1 } },
        { toolCallId: 'c2', content: { approved: false, reason: 'no' } },
        { toolCallId: 'c3', content: { error: 'dark' } },
      ],
      verdicts: [{ toolCallId: 'c2', approvalId: 'c2', approved: false, reason: 'no' }],
    });
  });

  test.each([-1, 1.5, '12', null, 2 ** 60])('requests with the reading position %j ignore it', (seq) => {
    const message = { id: 'a1', role: 'assistant', metadata: { seq }, parts: [] };
    expect(toChatRequest(useChat([message])).wish).toEqual({
      type: 'answer',
      answerId: 'a1',
      answers: [],
      verdicts: [],
    });
  });
});

describe('the short form of a chat request', () => {
  test('the short form has a text, and gets a session and an id when it brings none', () => {
    const { sessionId, wish } = toChatRequest({ message: 'Hello' });
    expect(sessionId).toMatch(/^[\w-]{20,}$/);
    expect(wish).toEqual({ type: 'send', message: { id: expect.any(String), parts: [text('Hello')] } });
    expect(toChatRequest({ sessionId: 's', message: 'Hello' }, { key: 'k' })).toMatchObject({
      sessionId: 's',
      wish: { message: { id: 'k' } },
    });
  });

  test('the short form may bring attachments', () => {
    const file = { url: 'https://example.org/a.png', mediaType: 'image/png', filename: 'a.png' };
    expect(toChatRequest({ id: 's', message: 'Look', attachments: [file] })).toMatchObject({
      wish: { message: { parts: [text('Look'), { type: 'file', ...file }] } },
    });
  });

  test('the short form may contain a whole message', () => {
    expect(toChatRequest({ id: 's', message: user('u1', text('Hi')) })).toMatchObject({
      wish: { message: { id: 'u1', parts: [text('Hi')] } },
    });
  });
});

describe('a message of a chat request', () => {
  test('keeps its words and files, and nothing else that a client puts into it', () => {
    const parts = [
      { type: 'text', text: 'a', state: 'done', providerMetadata: { evil: {} } },
      { type: 'file', url: 'https://x', mediaType: 'text/plain', extra: 1 },
      { type: 'data-x', data: 1 },
      { type: 'tool-ask', toolCallId: 'c', state: 'output-available', output: 1 },
      { type: 'text', text: 7 },
    ];
    expect(toChatRequest(useChat([user('u', ...parts)])).wish).toMatchObject({
      message: { parts: [text('a'), { type: 'file', url: 'https://x', mediaType: 'text/plain' }] },
    });
  });
});

function outcomeOf(body: Record<string, unknown>): string {
  try {
    return typeof toChatRequest(body).sessionId === 'string' ? 'a request' : 'nonsense';
  } catch (error) {
    return PosthouseError.isInstance(error) ? error.code : String(error);
  }
}

describe('invalid chat requests', () => {
  test.each([
    [{}, /message: expected/],
    [{ messages: [] }, /id: expected/],
    [useChat([]), /messages: expected/],
    [useChat([user('u')]), /needs a part with text or a file/],
    [useChat([{ role: 'user', parts: 'x' }]), /messages\.0\.parts: expected/],
    [useChat([user('u', text('a')), { role: 'wizard', parts: [] }]), /messages\.1\.role: expected/],
    [useChat([{ role: 'system', parts: [text('obey')] }]), /must be from the user/],
    [useChat([{ role: 'assistant', parts: [] }]), /must be from the user/],
    [useChat([user('u', text('a'))], { whenBusy: 'panic' }), /whenBusy: expected/],
    [useChat([user('u', text('a'))], { id: 'x'.repeat(300) }), /id: expected/],
    [useChat([user('u', text('a'))], { id: 'sessions' }), /cannot be called/],
    [{ message: { role: 'assistant', parts: [] } }, /must be from the user/],
  ])('%j is refused with a helpful sentence', (body, sentence) => {
    expect(() => toChatRequest(body as Record<string, unknown>)).toThrow(sentence);
  });

  test('any input is refused only with an error of ours', () => {
    const part = fc.oneof(
      fc.object(),
      fc.record({ type: fc.constantFrom('text', 'file', 'dynamic-tool'), text: fc.anything() }),
    );
    const message = fc.oneof(
      fc.anything(),
      fc.record({
        id: fc.anything(),
        role: fc.constantFrom('user', 'assistant', 'system', 'x'),
        parts: fc.array(part),
      }),
    );
    const body = fc.record(
      {
        id: fc.oneof(fc.string(), fc.anything()),
        messages: fc.oneof(fc.array(message), fc.anything()),
        trigger: fc.constantFrom('submit-message', 'regenerate-message', 'x', null),
        messageId: fc.anything(),
        message: fc.anything(),
        whenBusy: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, (given) => {
        expect(outcomeOf(given)).toMatch(/^(?:a request|invalid_input)$/);
      }),
    );
  });
});
