import { describe, expect, it } from 'vitest';
import { CommandLineError } from '../../command/command-line.ts';
import { conformanceUsage, parseConformanceCommand } from './conformance-command.ts';

const URL = 'http://127.0.0.1:8000';

describe('parseConformanceCommand', () => {
  it('reads which server to check, and as which caller', () => {
    expect(parseConformanceCommand([URL, '--token', 't'])).toEqual({
      type: 'check',
      url: URL,
      tokens: { user: 't' },
      allowChanges: false,
      format: 'text',
    });
  });

  it('reads every option', () => {
    const words = `--token=t --admin-token=a --agent-token=g --peer-name=harbour --swarm=s --only=N12,D- --only S --timeout=2.5 --ping-after=15`;
    expect(parseConformanceCommand([...words.split(' '), '--allow-changes', '--peer-host=::1', '--json', URL])).toEqual(
      {
        type: 'check',
        url: URL,
        tokens: { user: 't', admin: 'a', agent: 'g' },
        swarm: 's',
        only: ['N12', 'D-', 'S'],
        timeoutMs: 2_500,
        pingAfterMs: 15_000,
        allowChanges: true,
        peerName: 'harbour',
        peerHost: '::1',
        format: 'json',
      },
    );
  });

  it('reads tokens from the environment, so that they need not be in a command', () => {
    const environment = { MAIL_TOKEN: 't', MAIL_ADMIN_TOKEN: 'a', MAIL_AGENT_TOKEN: '' };
    expect(parseConformanceCommand([URL, '--markdown'], environment)).toMatchObject({
      tokens: { user: 't', admin: 'a' },
      format: 'markdown',
    });
    expect(parseConformanceCommand([URL, '--token', 'other'], environment)).toMatchObject({
      tokens: { user: 'other' },
    });
  });

  it.each([
    [['--help'], { type: 'help' }],
    [['-h', '--list'], { type: 'help' }],
    [['--list'], { type: 'list' }],
    [['--print-swarm'], { type: 'print-swarm', language: 'typescript' }],
    [['--print-swarm', '--language', 'python'], { type: 'print-swarm', language: 'python' }],
    [['--print-swarm', '--peer-name', 'harbour'], { type: 'print-swarm', language: 'typescript', peer: 'harbour' }],
    [['--print-actions', '--language=python'], { type: 'print-actions', language: 'python' }],
    [['--serve-llm'], { type: 'serve-llm', port: 4010, host: '127.0.0.1' }],
    [['--serve-llm', '--port', '0', '--host', '::1'], { type: 'serve-llm', port: 0, host: '::1' }],
  ])('reads the other command in %j', (words, command) => {
    expect(parseConformanceCommand(words)).toEqual(command);
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
    [['--list', '--serve-llm'], 'Either --list or --serve-llm, not both.'],
    [['--list', URL], `--list checks no server, so '${URL}' has no effect.`],
    [['--serve-llm', '--token', 't'], '--token has no effect with --serve-llm.'],
    [[URL, '--token', 't', '--port', '80'], '--port has no effect without --serve-llm.'],
    [
      [URL, '--token', 't', '--language', 'python'],
      '--language has no effect without --print-swarm or --print-actions.',
    ],
    [[URL, '--token', 't', '--peer-host', '::1'], '--peer-host has no effect without --allow-changes.'],
    [
      [URL, '--token', 't', '--allow-changes'],
      '--allow-changes needs --admin-token: only an admin may register and load swarms.',
    ],
    [
      [URL, '--token', 't', '--peer-name', 'harbour'],
      '--peer-name says whose token --agent-token is, and there is none.',
    ],
    [
      [URL, '--token', 't', '--admin-token', 't'],
      '--token and --admin-token are the same token, and a token has one role.',
    ],
    [
      [URL, '--token', 't', '--ping-after', '15', '--only', 'N12,D-'],
      '--ping-after is about the check S07, which --only leaves out.',
    ],
  ])('refuses %j with a sentence', (words, sentence) => {
    expect(() => parseConformanceCommand(words)).toThrow(CommandLineError);
    expect(() => parseConformanceCommand(words)).toThrow(sentence);
  });

  it('names every flag in its usage, with an example', () => {
    const flags =
      'token admin-token agent-token peer-name swarm only timeout ping-after allow-changes peer-host json markdown list print-swarm print-actions language serve-llm port help';
    for (const flag of flags.split(' ')) expect(conformanceUsage).toContain(`--${flag}`);
    expect(conformanceUsage).toContain('posthouse-conformance http://127.0.0.1:8000 --token');
  });
});
