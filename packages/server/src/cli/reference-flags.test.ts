import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { type Setting, SETTINGS } from '../config/settings.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit-code.ts';
import { REPL_COMMANDS } from './repl/commands/repl-commands.ts';

async function parse(name: string, words: string[]) {
  const { spec } = COMMANDS[name]!;
  return parseArguments(spec, words);
}

describe("the flags of MAIL's own command", () => {
  test.each<[string, string[], object]>([
    ['server', ['-c', 'mail.toml'], { config: 'mail.toml' }],
    ['server', ['--config', 'mail.toml'], { config: 'mail.toml' }],
    ['server', ['-p', '8001'], { port: 8001 }],
    ['server', ['--port', '8001'], { port: 8001 }],
    ['server', ['-H', '127.0.0.1'], { host: '127.0.0.1' }],
    ['server', ['--host', '127.0.0.1'], { host: '127.0.0.1' }],
    ['server', ['-r'], { reload: true }],
    ['server', ['--reload'], { reload: true }],
    ['server', ['-d'], { debug: true }],
    ['server', ['--debug'], { debug: true }],
    ['server', ['-n', 'alpha'], { 'swarm-name': 'alpha' }],
    ['server', ['--swarm-name', 'alpha'], { 'swarm-name': 'alpha' }],
    ['server', ['-s', 'swarms.json'], { 'swarm-source': 'swarms.json' }],
    ['server', ['--swarm-source', 'swarms.json'], { 'swarm-source': 'swarms.json' }],
    ['server', ['-rf', 'registry.json'], { 'swarm-registry': 'registry.json' }],
    ['server', ['--swarm-registry', 'registry.json'], { 'swarm-registry': 'registry.json' }],
    ['server', ['--print-llm-streams', 'true'], { 'print-llm-streams': 'true' }],
    ['server', ['--print-llm-streams', 'false'], { 'print-llm-streams': 'false' }],
    ['server', ['-rd', '-p', '1'], { reload: true, debug: true, port: 1 }],
    ['client', ['http://x', '-c', 'mail.toml'], { config: 'mail.toml' }],
    ['client', ['http://x', '-ak', 'key'], { 'api-key': 'key' }],
    ['client', ['http://x', '--api-key', 'key'], { 'api-key': 'key' }],
    ['client', ['http://x', '-t', '60'], { timeout: 60 }],
    ['client', ['http://x', '--timeout', '3600.0'], { timeout: 3600 }],
    ['client', ['http://x', '-v'], { verbose: true }],
    ['client', ['http://x', '--verbose'], { verbose: true }],
    ['ping', ['http://x', '-t', '5.0'], { timeout: 5 }],
    ['version', [], {}],
    ['register', [], {}],
    ['db-init', [], {}],
  ])('%s accepts %j', async (name, words, values) => {
    expect((await parse(name, words)).values).toEqual(values);
  });
});

describe('the settings', () => {
  const flags = Object.values(SETTINGS as Record<string, Setting>).flatMap(({ key, flag }) =>
    flag === undefined ? [] : [[key.startsWith('client.') ? 'client' : 'server', flag] as const],
  );

  test.each(flags)('%s accepts the documented flag --%s', async (name, flag) => {
    const option = COMMANDS[name]!.spec.options[flag];
    const value = option?.kind === 'flag' ? [] : [option?.kind === 'text' ? (option.choices?.[0] ?? '1') : '1'];
    const { values } = await parse(name, [`--${flag}`, ...value]);
    expect(values[flag]).toBeDefined();
  });

  test('a flag that sets a number is read as one, and refused with its name if it is none', async () => {
    const { values } = await parse('server', ['--model-calls-at-once', '1', '--budget-run-cost', '0.5']);
    const config = readConfig({ environment: {}, flags: values }).values;
    expect([config.callsAtOnce, config.budgetRunCost]).toEqual([1, 0.5]);
    const wrong = await parse('server', ['--run-turns', 'many']);
    expect(() => readConfig({ environment: {}, flags: wrong.values })).toThrow('--run-turns must be a whole number');
  });
});

describe('the documentation of the command line', async () => {
  const page = await readFile(new URL('../../../../docs/cli.md', import.meta.url), 'utf8');

  test.each(Object.keys(COMMANDS))('describes %s', (name) => {
    expect(page).toMatch(new RegExp(`\\| \\[\`${name}\`\\]`));
  });

  test.each(REPL_COMMANDS.map(({ names }) => names))('describes the prompt command %s by all its names', (...names) => {
    for (const name of names.filter((each) => typeof each === 'string'))
      expect(page).toMatch(new RegExp(`\`${name}[\` ]`));
  });

  test('lists every exit code', () => {
    for (const code of Object.values(EXIT)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
  });

  test('mentions no option that does not exist', async () => {
    const known = new Set<string>();
    for (const { spec } of Object.values(COMMANDS)) {
      for (const name of Object.keys(spec.options)) known.add(`--${name}`).add(`--no-${name}`);
    }
    const named = [...page.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)]
      .map(([name]) => name)
      .filter((name) => name !== '--help');
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('shows only command lines that parse', async () => {
    const lines = [...page.matchAll(/^(?:npx )?posthouse (?!COMMAND)([^#|\n]*?)\s*(?:#.*)?$/gm)].map(
      (match) => match[1]!,
    );
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const [name = '', ...words] = line.split(/ && /)[0]!.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      await expect(parse(name, words), line).resolves.toMatchObject({ help: false });
    }
  });
});
