import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { toPromptMessages } from './to-prompt-messages.ts';

type Content = Exclude<Extract<ModelMessage, { role: 'assistant' }>['content'], string>;

function contentOf(content: Content): unknown {
  const [message] = toPromptMessages([{ role: 'assistant', content }]);
  return message?.content;
}

describe('toPromptMessages', () => {
  it('keeps what a provider needs to get back', () => {
    const content: Content = [
      { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'abc' } } },
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs', reasoningEncryptedContent: 'abc' } } },
      { type: 'text', text: 'Hello.', providerOptions: { openai: { itemId: 'msg' } } },
      { type: 'tool-call', toolCallId: 's', toolName: 'web_search', input: {}, providerExecuted: true },
      { type: 'tool-result', toolCallId: 's', toolName: 'web_search', output: { type: 'json', value: [] } },
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { itemId: 'cmp' } } },
    ];

    expect(contentOf(content)).toEqual(content);
  });

  it('drops what nobody reads again', () => {
    expect(
      contentOf([
        { type: 'custom', kind: 'anthropic.message_start', providerOptions: { anthropic: { id: 'msg' } } },
        { type: 'reasoning', text: '' },
        { type: 'text', text: 'Hello.', providerOptions: undefined },
      ]),
    ).toEqual([{ type: 'text', text: 'Hello.' }]);
  });

  it.each(['oops', 7, null, [1, 2], undefined])('sends back an object where the model wrote %j', (input) => {
    expect(contentOf([{ type: 'tool-call', toolCallId: 'a', toolName: 'add', input }])).toEqual([
      { type: 'tool-call', toolCallId: 'a', toolName: 'add', input: {} },
    ]);
  });

  it('gives repeated ids the new names of their calls', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'add', input: {} } as const;
    const builtin = { ...call, providerExecuted: true };

    expect(contentOf([call, builtin, call])).toEqual([call, builtin, { ...call, toolCallId: 'a_2' }]);
  });

  it('leaves results to the turn', () => {
    expect(
      toPromptMessages([
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'add', input: {} }] },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'a', toolName: 'add', output: { type: 'error-text', value: '' } },
          ],
        },
      ]),
    ).toHaveLength(1);
  });

  it('makes no message of no content, and accepts content that is one text', () => {
    expect(toPromptMessages([{ role: 'assistant', content: [{ type: 'reasoning', text: '' }] }])).toEqual([]);
    expect(toPromptMessages([{ role: 'assistant', content: 'Hello.' }])).toEqual([
      { role: 'assistant', content: 'Hello.' },
    ]);
  });
});
