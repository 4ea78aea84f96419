import { defined } from '@posthouse/protocol';
import { readFlags, toPort, CommandLineError } from '../../command/command-line.ts';
import type { Tokens } from '../http/send.ts';
import { type Language, LANGUAGES } from '../swarm/to-swarms-json.ts';
import { refuseContradictions, refuseSharedTokens } from './contradictions.ts';

export const conformanceUsage = `Usage: posthouse-conformance http://host:port --token TOKEN [options]

Checks whether a MAIL server keeps to the protocol, in whatever language it is written.

  --token TOKEN          a token of a user (or MAIL_TOKEN)
  --admin-token TOKEN    a token of an admin (or MAIL_ADMIN_TOKEN)
  --agent-token TOKEN    a token of another swarm (or MAIL_AGENT_TOKEN)
  --peer-name NAME       the swarm that this last token belongs to, if the server does not say so itself
  --swarm NAME           the swarm to write to, if it is not the server's default one
  --only N12,B,D-simple  some checks: ids, or how ids begin
  --timeout SECONDS      how long to wait for each answer (default: 20); a ping is waited for as long as it takes
  --ping-after SECONDS   also wait for a ping, which comes after this much silence
  --allow-changes        also register and load swarms; for servers that can be restarted
  --peer-host HOST       where the registered swarms listen (default: 127.0.0.1)
  --json, --markdown     the report for programs, or for documentation

Instead of a check:

  --list                 all checks, with what they say
  --print-swarm          the conformance swarm as swarms.json; --language python for Python actions,
                         --peer-name NAME if the token of the other swarm has another name
  --print-actions        the file with its actions, to be put beside it
  --serve-llm            the model of the conformance swarm, over HTTP; --port N, 0 picks a free one
  --help                 this text

Exit codes: 0 no MUST fails, 1 a MUST fails, 2 wrong usage.

  posthouse-conformance http://127.0.0.1:8000 --token "$TOKEN" --only N`;

export type Format = 'text' | 'json' | 'markdown';

export type CheckCommand = {
  type: 'check';
  url: string;
  tokens: Tokens;
  swarm?: string;
  only?: string[];
  timeoutMs?: number;
  pingAfterMs?: number;
  allowChanges: boolean;
  peerName?: string;
  peerHost?: string;
  format: Format;
};

export type ConformanceCommand =
  | { type: 'help' | 'list' }
  | { type: 'print-swarm'; language: Language; peer?: string }
  | { type: 'print-actions'; language: Language }
  | { type: 'serve-llm'; port: number; host: string }
  | CheckCommand;

/** Reads the words of the command line. Throws a `CommandLineError`. */
export function parseConformanceCommand(
  words: readonly string[],
  environment: Record<string, string | undefined> = {},
): ConformanceCommand {
  const { values: flags, positionals } = readFlags({
    args: [...words],
    allowPositionals: true,
    options: {
      token: { type: 'string' },
      'admin-token': { type: 'string' },
      'agent-token': { type: 'string' },
      'peer-name': { type: 'string' },
      swarm: { type: 'string' },
      only: { type: 'string', multiple: true },
      timeout: { type: 'string' },
      'ping-after': { type: 'string' },
      'allow-changes': { type: 'boolean' },
      'peer-host': { type: 'string' },
      json: { type: 'boolean' },
      markdown: { type: 'boolean' },
      list: { type: 'boolean' },
      'print-swarm': { type: 'boolean' },
      'print-actions': { type: 'boolean' },
      language: { type: 'string' },
      'serve-llm': { type: 'boolean' },
      port: { type: 'string' },
      host: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (flags.help !== true) refuseContradictions(flags, positionals);
  if (flags.help === true) return { type: 'help' };
  if (flags.list === true) return { type: 'list' };
  if (flags['print-swarm'] === true) {
    return { type: 'print-swarm', language: toLanguage(flags.language), ...defined({ peer: flags['peer-name'] }) };
  }
  if (flags['print-actions'] === true) return { type: 'print-actions', language: toLanguage(flags.language) };
  if (flags['serve-llm'] === true)
    return { type: 'serve-llm', port: toPort(flags.port ?? '4010'), host: flags.host ?? '127.0.0.1' };

  const [url, ...rest] = positionals;
  if (url === undefined)
    throw new CommandLineError('Name the server to check: posthouse-conformance http://host --token …');
  if (rest.length > 0) throw new CommandLineError(`Name one server only; '${rest[0]}' is one too many.`);
  const user = flags.token ?? environment.MAIL_TOKEN;
  if (user === undefined || user === '')
    throw new CommandLineError('A token of a user is needed: --token …, or MAIL_TOKEN.');
  const admin = flags['admin-token'] ?? environment.MAIL_ADMIN_TOKEN;
  const agent = flags['agent-token'] ?? environment.MAIL_AGENT_TOKEN;
  refuseSharedTokens({ user, admin, agent });
  if (flags['peer-name'] !== undefined && !agent) {
    throw new CommandLineError('--peer-name says whose token --agent-token is, and there is none.');
  }
  if (flags['allow-changes'] === true && !admin) {
    throw new CommandLineError('--allow-changes needs --admin-token: only an admin may register and load swarms.');
  }
  return {
    type: 'check',
    url: toURL(url),
    tokens: { user, ...(admin ? { admin } : {}), ...(agent ? { agent } : {}) },
    allowChanges: flags['allow-changes'] === true,
    format: flags.json === true ? 'json' : flags.markdown === true ? 'markdown' : 'text',
    ...defined({
      swarm: flags.swarm,
      peerName: flags['peer-name'],
      peerHost: flags['peer-host'],
      only: flags.only?.flatMap((list) => list.split(',')).filter((id) => id !== ''),
      timeoutMs: toMilliseconds('--timeout', flags.timeout),
      pingAfterMs: toMilliseconds('--ping-after', flags['ping-after']),
    }),
  };
}

function toURL(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CommandLineError(`The server must be a URL such as http://127.0.0.1:8000, not '${text}'.`);
  }
  return text;
}

function toMilliseconds(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3_600)) {
    throw new CommandLineError(`${flag} must be a number of seconds from 0 to 3600, not '${text}'.`);
  }
  return seconds * 1_000;
}

function toLanguage(text = 'typescript'): Language {
  const found = LANGUAGES.find((language) => language === text);
  if (found === undefined) throw new CommandLineError(`--language must be ${LANGUAGES.join(' or ')}, not '${text}'.`);
  return found;
}
