import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMessage } from '../__fixtures__/make-request.ts';
import { foldMessages, type MessageFragment, parseJson, parseToolInput } from './fold-messages.ts';

const called = (id: string, name = 'add'): MessageFragment => ({
  role: 'assistant',
  toolCall: { id, name, input: { a: 1 } },
});
const result = (id: string, text: string): MessageFragment => ({ role: 'tool', toolResult: { id, text } });

describe('foldMessages', () => {
  it('folds no messages into none', () => {
    expect(foldMessages([])).toEqual([]);
  });

  it('joins the texts of a user with newlines, wherever the dialect cut them', () => {
    expect(
      foldMessages([
        { role: 'user', text: 'One.' },
        { role: 'user', text: 'Two.' },
      ]),
    ).toEqual([makeMessage({ text: 'One.\nTwo.' })]);
  });

  it('joins the texts of an assistant with nothing between them', () => {
    expect(
      foldMessages([
        { role: 'assistant', text: 'One, ' },
        { role: 'assistant', text: 'two.' },
      ]),
    ).toEqual([makeMessage({ role: 'assistant', text: 'One, two.' })]);
  });

  it('leaves out empty texts', () => {
    expect(
      foldMessages([
        { role: 'user', text: '' },
        { role: 'user', text: 'One.' },
      ])[0]?.text,
    ).toBe('One.');
  });

  it('puts text and calls of an assistant into one message', () => {
    expect(foldMessages([{ role: 'assistant', text: 'Wait.' }, called('1'), called('2')])).toEqual([
      makeMessage({
        role: 'assistant',
        text: 'Wait.',
        toolCalls: [
          { id: '1', name: 'add', input: { a: 1 } },
          { id: '2', name: 'add', input: { a: 1 } },
        ],
      }),
    ]);
  });

  it('names each result after its call, however long ago that was', () => {
    const messages = foldMessages([
      called('1', 'add'),
      called('2', 'look_up'),
      result('2', 'b'),
      { role: 'user', text: 'And?' },
      result('1', 'a'),
      result('3', 'c'),
    ]);
    expect(messages.flatMap((message) => message.toolResults.map(({ id, name }) => [id, name]))).toEqual([
      ['2', 'look_up'],
      ['1', 'add'],
      ['3', undefined],
    ]);
  });

  it('parses results that are JSON', () => {
    const [message] = foldMessages([result('1', '{"sum":3}'), result('2', 'three'), result('3', 'null')]);
    expect(message?.toolResults.map((each) => ('json' in each ? each.json : 'no JSON'))).toEqual([
      { sum: 3 },
      'no JSON',
      null,
    ]);
  });

  it('keeps what a dialect says about errors', () => {
    const [message] = foldMessages([{ role: 'tool', toolResult: { id: '1', text: 'Broken.', isError: true } }]);
    expect(message?.toolResults[0]?.isError).toBe(true);
  });

  it('keeps the order of roles, and never leaves two of one role side by side', () => {
    const fragment = fc.oneof(
      fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text: fc.string() }),
      fc.constant(called('1')),
      fc.constant(result('1', 'x')),
    );
    fc.assert(
      fc.property(fc.array(fragment), (fragments) => {
        const roles = foldMessages(fragments).map((message) => message.role);
        expect(roles).toEqual(fragments.map(({ role }) => role).filter((role, at, all) => role !== all[at - 1]));
      }),
    );
  });
});

describe('parseJson', () => {
  it('gives the value, or nothing', () => {
    expect(parseJson('[1]')).toEqual([1]);
    expect(parseJson('null')).toBeNull();
    expect(parseJson('{"a":')).toBeUndefined();
    expect(parseJson('')).toBeUndefined();
  });
});

describe('parseToolInput', () => {
  it('gives the value, or the text as the model wrote it', () => {
    expect(parseToolInput('{"a":1}')).toEqual({ a: 1 });
    expect(parseToolInput('null')).toBeNull();
    expect(parseToolInput('{"a":')).toBe('{"a":');
  });
});
