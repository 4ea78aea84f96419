import { describe, expect, test } from 'vitest';
import { choice, flag, freeText, number, origins, type SettingKind, text, texts, webURL } from './setting-kinds.ts';

const fromText = <Value>(kind: SettingKind<Value>, value: string) => kind.read(kind.fromText(value));

describe('values of a file', () => {
  test.each<[string, SettingKind<unknown>, unknown, unknown]>([
    ['a text', text, 'x', 'x'],
    ['an empty text', text, ' ', undefined],
    ['a number as text', text, 5, undefined],
    ['an empty free text', freeText, '', ''],
    ['no free text', freeText, 5, undefined],
    ['a list', texts, ['a', 'b'], ['a', 'b']],
    ['a list with a number', texts, ['a', 1], undefined],
    ['a text as list', texts, 'a', undefined],
    ['true', flag, true, true],
    ['"true" in quotes', flag, 'true', undefined],
    ['one as flag', flag, 1, undefined],
    ['a number', number({ least: 0, most: 10 }), 10, 10],
    ['a number above', number({ least: 0, most: 10 }), 11, undefined],
    ['a number below', number({ least: 1 }), 0, undefined],
    ['a fraction', number({ least: 0 }), 1.5, undefined],
    ['a fraction where one may be', number({ least: 0, whole: false }), 1.5, 1.5],
    ['not a number', number({ least: 0, whole: false }), Number.NaN, undefined],
    ['a choice', choice(['a', 'b']), 'a', 'a'],
    ['another choice', choice(['a', 'b']), 'c', undefined],
    ['a URL', webURL, 'https://a.example/x', 'https://a.example/x'],
    ['a URL of another kind', webURL, 'ftp://a.example', undefined],
    ['half a URL', webURL, 'https://', undefined],
    [
      'origins',
      origins,
      ['https://a.example', 'http://localhost:3000'],
      ['https://a.example', 'http://localhost:3000'],
    ],
    ['every origin', origins, ['*'], ['*']],
    ['no origin at all', origins, [], []],
    ['an origin with a path', origins, ['https://a.example/'], undefined],
    ['an origin without a scheme', origins, ['a.example'], undefined],
  ])('%s', (_, kind, value, read) => {
    expect(kind.read(value)).toEqual(read);
  });
});

describe('texts of the environment', () => {
  test.each<[SettingKind<unknown>, string, unknown]>([
    [text, ' x ', ' x '],
    [texts, ' a, b ,,', ['a', 'b']],
    [flag, 'TRUE', true],
    [flag, 'yes', true],
    [flag, '0', false],
    [flag, 'off', false],
    [flag, 'maybe', undefined],
    [number({ least: 0 }), ' 8000 ', 8000],
    [number({ least: 0 }), '80a', undefined],
    [number({ least: 0 }), '0x10', undefined],
    [number({ least: 0 }), '1e3', undefined],
    [number({ least: 0, whole: false }), '0.5', 0.5],
    [choice(['debug', 'info']), ' DEBUG ', 'debug'],
    [origins, 'https://a.example,https://b.example', ['https://a.example', 'https://b.example']],
  ])('%j stands for a value', (kind, value, read) => {
    expect(fromText(kind, value)).toEqual(read);
  });
});

test('every kind completes the sentence "it must be …"', () => {
  for (const kind of [text, freeText, texts, flag, number({ least: 1 }), choice(['a']), webURL, origins]) {
    expect(kind.expected).toMatch(/^(a |one of |true or )/);
  }
});
