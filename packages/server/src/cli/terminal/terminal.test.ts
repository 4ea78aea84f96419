import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../__fixtures__/any-text.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { Palette } from './palette.ts';
import { isInteractive, print, printError } from './terminal.ts';
import { toPrintable } from './to-printable.ts';
import { wantsColour } from './wants-colour.ts';

describe('wantsColour', () => {
  test.each<[boolean, Record<string, string>, boolean]>([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('a terminal: %s, with %j, wants colour: %s', (isTTY, environment, expected) => {
    expect(wantsColour({ isTTY }, environment)).toBe(expected);
  });
});

describe('Palette', () => {
  test('gives each agent one colour, and different ones to the first ten', () => {
    const palette = new Palette(true);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const colours = names.map((name) => palette.agent(name).replace(name, ''));
    expect(new Set(colours).size).toBe(10);
    expect(names.map((name) => palette.agent(name).replace(name, ''))).toEqual(colours);
    expect(palette.agent('k').replace('k', '')).toBe(colours[0]);
  });

  test('changes nothing without colour', () => {
    const palette = new Palette(false);
    expect([palette.agent('a'), palette.paint('red', 'b')]).toEqual(['a', 'b']);
  });

  test('leaves an empty text uncoloured', () => {
    expect(new Palette(true).paint('red', '')).toBe('');
  });
});

describe('untrusted text on a terminal', () => {
  test('keeps its letters, line breaks and tabs', () => {
    expect(toPrintable('Grüße\n\t→ 🎲 日本')).toBe('Grüße\n\t→ 🎲 日本');
    expect(toPrintable('a\r\nb')).toBe('a\nb');
  });

  test('shows its control characters instead of obeying them', () => {
    expect(toPrintable('a\u001B[2J\u0007\u007F\u009B\r\u202Eb')).toBe('a␛[2J␇␡\uFFFD␍\uFFFDb');
  });

  test('never contains a character that a terminal obeys', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toPrintable(text)).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});

test('a terminal prints to two outputs and knows whether it is interactive', () => {
  const terminal = testTerminal({ isTTY: true });
  print(terminal, 'one');
  printError(terminal, 'two');
  expect([terminal.said(), terminal.complained(), isInteractive(terminal)]).toEqual(['one\n', 'two\n', true]);
  expect(isInteractive(testTerminal())).toBe(false);
});
