import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { toHelp } from './to-help.ts';

describe('the help text of a command', () => {
  const text = toHelp(
    {
      name: 'sample',
      about: `A sample. ${'It goes on and on. '.repeat(10)}`.trim(),
      arguments: [
        { name: 'URL', about: 'where', optional: true },
        { name: 'BODY', about: 'what', rest: true },
      ],
      options: {
        port: { kind: 'number', short: 'p', value: 'PORT', about: 'where to listen' },
        role: { kind: 'text', value: 'ROLE', choices: ['user', 'admin'], about: 'as whom' },
        'seldom-used': { kind: 'text', value: 'NUMBER', about: 'changes a detail', isRare: true },
        'an-option-with-a-very-long-name': { kind: 'text', value: 'SOMETHING', about: 'does little' },
      },
      rareOptions: 'Details: --seldom-*, see the page.',
      examples: ['sample -p 1', 'sample'],
    },
    'mail',
  );

  test('says how to call the command, under the name that was used', () => {
    expect(text).toMatch(/^Usage: mail sample \[URL\] BODY… \[options\]\n/);
    expect(text).toContain('Examples:\n  mail sample -p 1\n  mail sample');
  });

  test('lists arguments, options with all their forms, and help itself', () => {
    expect(text).toContain('  URL   where\n  BODY  what');
    expect(text).toMatch(/ {2}-p, --port PORT +where to listen\n/);
    expect(text).toMatch(/ {2}--role ROLE +as whom \(user, admin\)\n/);
    expect(text).toMatch(/ {2}-h, --help +this text\n/);
  });

  test('says in one line where the rare options are described, and does not list them', () => {
    expect(text).not.toContain('--seldom-used');
    expect(text).toMatch(/this text\n\nDetails: --seldom-\*, see the page\.\n\nExamples:/);
  });

  test('puts a description below a name that is too long to stand beside it', () => {
    expect(text).toMatch(/ {2}--an-option-with-a-very-long-name SOMETHING\n {30,}does little\n/);
  });

  test('the help text has no long lines', () => {
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});

describe.each(Object.keys(COMMANDS))('the command %s', (name) => {
  test('every command has help with an example that calls it', async () => {
    const { spec } = COMMANDS[name]!;
    expect(spec.name).toBe(name);
    expect(spec.examples.length).toBeGreaterThan(0);
    expect(spec.examples.filter((example) => !example.startsWith(name))).toEqual([]);
    expect(spec.about).toMatch(/^[A-Z].*\.$/);
    const shorts = Object.values(spec.options).flatMap(({ short }) => short ?? []);
    expect(new Set([...shorts, 'h']).size).toBe(shorts.length + 1);
  });
});
