import { describe, expect, test } from 'vitest';
import { choice, flag, freeText, number, origins, type SettingKind, text, texts, webURL } from './setting-kinds.ts';

const fromText = <Value>(kind: SettingKind<Value>, value: string) => kind.read(kind.fromText(value));

describe('SettingKind.read', () => {
  test.each<[string, SettingKind<unknown>, unknown, unknown]>([
    ['accepts a text', text, 'x', 'x'],
    ['refuses an empty text', text, ' ', undefined],
    ['refuses a number as a text', text, 5, undefined],
    ['accepts an empty free text', freeText, '', ''],
    ['refuses a number as a free text', freeText, 5, undefined],
    ['accepts a list', texts, ['a', 'b'], ['a', 'b']],
    ['refuses a list with a number', texts, ['a', 1], undefined],
    ['refuses a text as a list', texts, 'a', undefined],
    ['accepts true as a flag', flag, true, true],
    ['refuses "true" in quotes as a flag', flag, 'true', undefined],
    ['refuses 1 as a flag', flag, 1, undefined],
    ['accepts a number', number({ least: 0, most: 10 }), 10, 10],
    ['refuses a number above the range', number({ least: 0, most: 10 }), 11, undefined],
    ['refuses a number below the range', number({ least: 1 }), 0, undefined],
    ['refuses a fraction', number({ least: 0 }), 1.5, undefined],
    ['accepts a fraction where one is allowed', number({ least: 0, whole: false }), 1.5, 1.5],
    ['refuses NaN', number({ least: 0, whole: false }), Number.NaN, undefined],
    ['accepts one of the choices', choice(['a', 'b']), 'a', 'a'],
    ['refuses what is not among the choices', choice(['a', 'b']), 'c', undefined],
    ['accepts a URL', webURL, 'https://a.example/x', 'https://a.example/x'],
    ['refuses a URL of another scheme', webURL, 'ftp://a.example', undefined],
    ['refuses half a URL', webURL, 'https://', undefined],
    [
      'accepts origins',
      origins,
      ['https://a.example', 'http://localhost:3000'],
      ['https://a.example', 'http://localhost:3000'],
    ],
    ['accepts every origin', origins, ['*'], ['*']],
    ['accepts no origin at all', origins, [], []],
    ['refuses an origin with a path', origins, ['https://a.example/'], undefined],
    ['refuses an origin without a scheme', origins, ['a.example'], undefined],
  ])('SettingKind.read %s', (_, kind, value, read) => {
    expect(kind.read(value)).toEqual(read);
  });
});

describe('fromText', () => {
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
  ])('reads or refuses, as %j, the text %j', (kind, value, read) => {
    expect(fromText(kind, value)).toEqual(read);
  });
});

test('every kind completes the sentence "it must be …"', () => {
  for (const kind of [text, freeText, texts, flag, number({ least: 1 }), choice(['a']), webURL, origins]) {
    expect(kind.expected).toMatch(/^(a |one of |true or )/);
  }
});
