import { describe, expect, it } from 'vitest';
import { makeMessage, makeRequest } from '../__fixtures__/make-request.ts';
import { describeRequest, quote } from './describe-request.ts';

describe('describeRequest', () => {
  it('says who asked what, and with which tools', () => {
    const request = makeRequest({
      index: 3,
      dialect: 'openai-chat',
      model: 'gpt-5',
      system: 'You add numbers.',
      messages: [
        makeMessage({ text: 'What is 1 and 2?' }),
        makeMessage({
          role: 'assistant',
          text: 'Wait.',
          toolCalls: [{ id: 'call_0_0', name: 'add', input: { a: 1, b: 2 } }],
        }),
        makeMessage({ role: 'tool', toolResults: [{ id: 'call_0_0', name: 'add', text: '3' }] }),
      ],
      tools: [{ name: 'add' }, { name: 'subtract' }],
    });
    expect(describeRequest(request)).toBe(`request 3 (openai-chat, model gpt-5, streaming)
  system: "You add numbers."
  messages:
    user: "What is 1 and 2?"
    assistant: "Wait."
    assistant calls add as call_0_0: {"a":1,"b":2}
    tool result of add (call_0_0): "3"
  tools: add, subtract`);
  });

  it('describes a request without messages and tools', () => {
    expect(describeRequest(makeRequest({ stream: false, messages: [] }))).toBe(
      'request 0 (in-process, model scripted, not streaming)\n  messages:\n  tools: none',
    );
  });

  it('shows only the end of a long conversation', () => {
    const messages = Array.from({ length: 9 }, (_, at) =>
      makeMessage({ role: at % 2 === 0 ? 'user' : 'assistant', text: `Message ${at}.` }),
    );
    const text = describeRequest(makeRequest({ messages }));
    expect(text).toContain('messages (the last 4 of 9):');
    expect(text).toContain('Message 5.');
    expect(text).not.toContain('Message 4.');
  });

  it('calls a result whose call is unknown a result of a tool', () => {
    const messages = [makeMessage({ role: 'tool', toolResults: [{ id: 'x', text: '3' }] })];
    expect(describeRequest(makeRequest({ messages }))).toContain('tool result of a tool (x): "3"');
  });

  it('never shows headers, because keys are among them', () => {
    const text = describeRequest(makeRequest({ headers: { authorization: 'Bearer secret-key' } }));
    expect(text).not.toContain('secret-key');
  });
});

describe('quote', () => {
  it('keeps to one line', () => {
    expect(quote('a\n"b"')).toBe('"a\\n\\"b\\""');
  });

  it('cuts what is long, and says how long it is', () => {
    const quoted = quote('x'.repeat(10_000));
    expect(quoted.length).toBeLessThan(250);
    expect(quoted).toContain('(10002 characters)');
  });
});
