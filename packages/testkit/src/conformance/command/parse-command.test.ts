import { describe, expect, it } from 'vitest';
import { UsageError } from '../../command/parse-command.ts';
import { parseCommand, usage } from './parse-command.ts';

const URL = 'http://127.0.0.1:8000';

describe('parseCommand', () => {
  it('reads which server to check, and as which caller', () => {
    expect(parseCommand([URL, '--token', 't'])).toEqual({
      type: 'check',
      url: URL,
      tokens: { user: 't' },
      allowChanges: false,
      format: 'text',
    });
  });

  it('reads every option', () => {
    const words = `--token=t --admin-token=a --agent-token=g --swarm=s --only=N12,D- --only B --timeout=2.5 --ping-after=15`;
    expect(parseCommand([...words.split(' '), '--allow-changes', '--peer-host=::1', '--json', URL])).toEqual({
      type: 'check',
      url: URL,
      tokens: { user: 't', admin: 'a', agent: 'g' },
      swarm: 's',
      only: ['N12', 'D-', 'B'],
      timeoutMs: 2_500,
      pingAfterMs: 15_000,
      allowChanges: true,
      peerHost: '::1',
      format: 'json',
    });
  });

  it('reads tokens from the environment, so that they need not be in a command', () => {
    const environment = { MAIL_TOKEN: 't', MAIL_ADMIN_TOKEN: 'a', MAIL_AGENT_TOKEN: '' };
    expect(parseCommand([URL, '--markdown'], environment)).toMatchObject({
      tokens: { user: 't', admin: 'a' },
      format: 'markdown',
    });
    expect(parseCommand([URL, '--token', 'other'], environment)).toMatchObject({ tokens: { user: 'other' } });
  });

  it.each([
    [['--help'], { type: 'help' }],
    [['-h', '--list'], { type: 'help' }],
    [['--list'], { type: 'list' }],
    [['--print-swarm'], { type: 'print-swarm', language: 'typescript' }],
    [['--print-swarm', '--language', 'python'], { type: 'print-swarm', language: 'python' }],
    [['--print-actions', '--language=python'], { type: 'print-actions', language: 'python' }],
    [['--serve-llm'], { type: 'serve-llm', port: 4010, host: '127.0.0.1' }],
    [['--serve-llm', '--port', '0', '--host', '::1'], { type: 'serve-llm', port: 0, host: '::1' }],
  ])('reads the other command in %j', (words, command) => {
    expect(parseCommand(words)).toEqual(command);
  });

  it.each<[string[], string]>([
    [[], 'Name the server to check: posthouse-conformance http://host --token …'],
    [[URL], 'A token of a user is needed: --token …, or MAIL_TOKEN.'],
    [[URL, '--token', ''], 'A token of a user is needed'],
    [
      ['localhost:8000', '--token', 't'],
      "The server must be a URL such as http://127.0.0.1:8000, not 'localhost:8000'.",
    ],
    [['hello', '--token', 't'], "The server must be a URL such as http://127.0.0.1:8000, not 'hello'."],
    [[URL, 'http://b', '--token', 't'], "Name one server only; 'http://b' is one too many."],
    [[URL, '--token', 't', '--json', '--markdown'], 'Either --json or --markdown, not both.'],
    [[URL, '--token', 't', '--timeout', 'soon'], "--timeout must be a number of seconds from 0 to 3600, not 'soon'."],
    [[URL, '--token', 't', '--ping-after', '0'], "--ping-after must be a number of seconds from 0 to 3600, not '0'."],
    [['--print-swarm', '--language', 'cobol'], "--language must be typescript or python, not 'cobol'."],
    [['--serve-llm', '--port', '70000'], "--port must be a number from 0 to 65535, not '70000'."],
    [[URL, '--tokn', 't'], "Unknown option '--tokn'"],
  ])('refuses %j with a sentence', (words, sentence) => {
    expect(() => parseCommand(words)).toThrow(UsageError);
    expect(() => parseCommand(words)).toThrow(sentence);
  });

  it('names every flag in its usage, with an example', () => {
    const flags =
      'token admin-token agent-token swarm only timeout ping-after allow-changes peer-host json markdown list print-swarm print-actions language serve-llm port help';
    for (const flag of flags.split(' ')) expect(usage).toContain(`--${flag}`);
    expect(usage).toContain('posthouse-conformance http://127.0.0.1:8000 --token');
  });
});
