import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testTerminal } from './__fixtures__/test-terminal.ts';
import { COMMANDS } from './commands.ts';
import { main } from './main.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-main-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(words: string[], environment: Record<string, string> = {}, program = 'posthouse') {
  const terminal = testTerminal({ folder, home: folder, environment, program });
  const code = await main(words, terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('posthouse help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('lists all commands for %j', async (words) => {
    const { code, output } = await run(words);
    expect(code).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(output).toContain('Examples:\n  posthouse init');
  });

  test.each(Object.keys(COMMANDS))('explains %s, with an example', async (name) => {
    const { code, output } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^Usage: posthouse ${name}`));
    expect(output).toContain(`Examples:\n  posthouse ${name}`);
    expect(await run(['help', name])).toEqual({ code, output, complaints: '' });
  });

  test('uses the name under which the program was called', async () => {
    expect((await run(['ping', '--help'], {}, 'mail')).output).toMatch(/^Usage: mail ping \[URL\] \[options\]/);
  });
});

describe('posthouse version', () => {
  test.each([['version'], ['--version'], ['-V']])('%s prints three lines', async (word) => {
    const { code, output } = await run([word]);
    expect(code).toBe(0);
    expect(output).toMatch(/^Implementation: posthouse \d+\.\d+\.\d+\nProtocol: MAIL 1\.3\n.*x\.y.*\n$/);
  });

  test('prints JSON for programs', async () => {
    const { output } = await run(['version', '--json']);
    expect(JSON.parse(output)).toEqual({
      implementation: expect.any(String),
      protocol: '1.3',
      node: process.versions.node,
    });
  });
});

describe('errors of the command line', () => {
  test('errors are one sentence with a hint, and exit with 2 when the arguments are wrong', async () => {
    expect(await run(['pong'])).toEqual({
      code: 2,
      output: '',
      complaints: "posthouse: There is no command 'pong'.\nDid you mean ping? posthouse --help lists them.\n",
    });
    expect((await run(['server', '--prot', '1'])).complaints).toMatch(
      /^posthouse: 'server' has no option --prot\.\nDid you mean --port\?/,
    );
    expect((await run(['token', 'crate'])).complaints).toContain('Did you mean create?');
  });

  test.each<[string[], number, string, string]>([
    [['ping'], 2, 'No server is named', 'MAIL_BASE_URL'],
    [['ping', 'ftp://x'], 2, "'ftp://x' is not the address of a server.", 'swarm://connect'],
    [['run'], 2, 'There is nothing to ask.', "run 'What can you do?'"],
    [['run', '--result', 'x'], 2, '--result answers a paused task', ''],
    [['run', '-s', 'none.json', 'hi'], 2, "There is no swarms file 'none.json' here.", 'init'],
    [['run', '-s', 'a.json', '--url', 'x', 'hi'], 2, 'not both', ''],
    [['run', '--task-id', 'x', '--results', '{}'], 2, '--results is a JSON list', ''],
    [['server'], 2, "There is no swarms file 'swarms.json' here.", 'init'],
    [['server', '-c', 'none.toml'], 1, 'The configuration file none.toml cannot be used', '--print-config'],
    [['validate'], 2, "'validate' needs FILE", 'validate swarms.json'],
    [['validate', 'none.json'], 2, "The file 'none.json' cannot be read: it does not exist.", ''],
    [['token', 'create', '--id', 'me'], 2, 'A token needs a role.', 'token create --role admin --id me'],
    [['token', 'list', '--database-url', 'sqlite::memory:'], 2, 'are lost at once', '--database-url'],
    [['token', 'revoke', 'ph_user_secret'], 2, 'A handle has 12 characters', ''],
    [
      ['client', 'http://127.0.0.1:1', '-t', 'soon'],
      2,
      "--timeout must be a number of at least 0.001, not 'soon'.",
      '',
    ],
  ])('%j exits with %i: %s', async (words, code, sentence, hint) => {
    const terminal = testTerminal({ folder, home: folder });
    terminal.input.end();
    expect(await main(words, terminal)).toBe(code);
    const [first, second = ''] = terminal.complained().trimEnd().split('\n');
    expect(first).toContain(sentence);
    expect(second).toContain(hint);
    expect(terminal.complained()).not.toMatch(/^\s+at /m);
    expect(terminal.said()).toBe('');
  });

  test('errors show their stack only when asked', async () => {
    const place = ['--config', 'none.toml'];
    expect((await run(['server', ...place])).complaints).not.toMatch(/^\s+at /m);
    expect((await run(['server', ...place, '--log-level', 'debug'])).complaints).toMatch(/^\s+at /m);
    expect((await run(['server', ...place, '--log-level=debug'])).complaints).toMatch(/^\s+at /m);
    expect((await run(['server', ...place], { MAIL_LOG_LEVEL: 'debug' })).complaints).toMatch(/^\s+at /m);
  });

  test('never contain a secret or an escape sequence', async () => {
    const { complaints } = await run(['ping', 'swarm://elsewhere?token=sk-1234567890abcdef\u001B[2J']);
    expect(complaints).not.toContain('sk-1234567890abcdef');
    expect(complaints).not.toContain('\u001B[2J');
  });

  test('errors are red where colours are wanted', async () => {
    expect((await run(['pong'], { FORCE_COLOR: '1' })).complaints).toContain('\u001B[31mposthouse:');
    expect((await run(['pong'], { FORCE_COLOR: '1' })).complaints).toContain('\u001B[2mDid you mean');
  });
});

describe('server --print-config', () => {
  test('shows each value and where it comes from', async () => {
    await writeFile(
      join(folder, 'print.toml'),
      '[server]\nport = 8001\ndebug = true\n[server.swarm]\nname = "alpha"\n',
    );
    const environment = { MAIL_LOG_LEVEL: 'warn', DATABASE_URL: 'postgres://me:hunter2@db/x' };
    const { code, output } = await run(
      ['server', '-c', 'print.toml', '-n', 'beta', '-rf', 'peers.json', '--print-config'],
      environment,
    );
    expect(code).toBe(0);
    expect(output).toMatch(/^# configuration file: print\.toml$/m);
    expect(output).toMatch(/^server\.port = 8001 +# file print\.toml$/m);
    expect(output).toMatch(/^server\.host = "127\.0\.0\.1" +# default$/m);
    expect(output).toMatch(/^server\.swarm\.name = "beta" +# flag --swarm-name$/m);
    expect(output).toMatch(/^server\.swarm\.registry = "peers\.json" +# flag --swarm-registry$/m);
    expect(output).toMatch(/^log\.level = "warn" +# environment MAIL_LOG_LEVEL$/m);
    expect(output).toMatch(/^server\.database_url = .*# environment DATABASE_URL$/m);
    expect(output).not.toContain('hunter2');
  });

  test('keeps what the file turns on, unless a flag turns it off', async () => {
    await writeFile(join(folder, 'on.toml'), '[server]\nreload = true\ndebug = true\n');
    const plain = await run(['server', '--config', 'on.toml', '--print-config']);
    expect(plain.output).toMatch(/^server\.reload = true +# file on\.toml$/m);
    expect(plain.output).toMatch(/^server\.debug = true +# file on\.toml$/m);
    const denied = await run(['server', '--config', 'on.toml', '--print-config', '--no-debug']);
    expect(denied.output).toMatch(/^server\.debug = false +# flag --debug$/m);
  });
});
