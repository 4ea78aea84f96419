import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConfigSources, readConfig } from './read-config.ts';
import { SETTINGS } from './settings.ts';

const read = (sources: Partial<ConfigSources>) => readConfig({ environment: {}, flags: {}, ...sources });
const file = (table: Record<string, unknown>) => ({ path: 'mail.toml', table });

/** What reading throws, if anything. */
function errorOf(sources: Partial<ConfigSources>): unknown {
  try {
    read(sources);
    return undefined;
  } catch (error) {
    return error;
  }
}

function problemsOf(sources: Partial<ConfigSources>): string {
  const error = errorOf(sources);
  if (PosthouseError.isInstance(error) && error.code === 'invalid_configuration') return error.message;
  throw new Error('it was read without complaint', { cause: error });
}

describe('precedence of settings', () => {
  const table = { server: { port: 1 } };
  const environment = { MAIL_PORT: '2' };
  const flags = { port: 3 };

  test.each([
    ['the default', {}, 8000, { kind: 'default' }],
    ['the file', { file: file(table) }, 1, { kind: 'file', path: 'mail.toml' }],
    ['the environment', { file: file(table), environment }, 2, { kind: 'environment', name: 'MAIL_PORT' }],
    ['a flag', { file: file(table), environment, flags }, 3, { kind: 'flag', name: '--port' }],
  ])('%s wins over weaker sources', (_, sources, port, origin) => {
    const { values, origins } = read(sources);
    expect(values.port).toBe(port);
    expect(origins.port).toEqual(origin);
  });

  test('the strongest source of each setting decides, whatever the others are', () => {
    const source = fc.option(fc.nat(65_535), { nil: undefined });
    fc.assert(
      fc.property(source, source, source, (inFile, inEnvironment, asFlag) => {
        const { values } = read({
          ...(inFile === undefined ? {} : { file: file({ server: { port: inFile } }) }),
          environment: inEnvironment === undefined ? {} : { MAIL_PORT: String(inEnvironment) },
          flags: asFlag === undefined ? {} : { port: asFlag },
        });
        expect(values.port).toBe(asFlag ?? inEnvironment ?? inFile ?? 8000);
      }),
    );
  });

  test('an empty variable counts as unset', () => {
    expect(read({ environment: { MAIL_PORT: ' ', DATABASE_URL: '' } }).origins).toMatchObject({
      port: { kind: 'default' },
      databaseURL: { kind: 'default' },
    });
  });

  test('flags may be texts or values', () => {
    expect(read({ flags: { port: '9', debug: true, 'cors-origin': ['https://a.example'] } }).values).toMatchObject({
      port: 9,
      debug: true,
      corsOrigins: ['https://a.example'],
    });
  });
});

describe('Q37: settings of the file', () => {
  test('debug and reload stay on unless a flag turns them off', () => {
    const on = file({ server: { debug: true, reload: true } });
    expect(read({ file: on }).values).toMatchObject({ debug: true, reload: true });
    expect(read({ file: on, flags: { debug: false } }).values).toMatchObject({ debug: false, reload: true });
  });

  test('settings apply without a table of the swarm', () => {
    const { values } = read({ file: file({ server: { settings: { task_message_limit: 3 } } }) });
    expect(values.taskMessageLimit).toBe(3);
  });

  test('reading one configuration does not change the next', () => {
    read({ file: file({ server: { port: 1, cors: { origins: [] } } }) });
    expect(read({}).values).toMatchObject({ port: 8000, corsOrigins: SETTINGS.corsOrigins.fallback });
  });
});

test('the registry setting is accepted under both names of the reference', () => {
  expect(read({ file: file({ server: { swarm: { registry_file: 'a.json' } } }) }).values.swarmRegistry).toBe('a.json');
  expect(read({ file: file({ server: { swarm: { registry: 'b.json' } } }) }).values.swarmRegistry).toBe('b.json');
});

describe('mistakes in a configuration', () => {
  test('mistakes are reported all at once, each with its place', () => {
    const message = problemsOf({
      file: file({ server: { port: '8000', settings: { task_message_limit: 0 } }, log: { level: 'loud' } }),
      environment: { MAIL_DRAIN_SECONDS: 'soon' },
      flags: { host: '' },
    });
    expect(message.split('\n')).toEqual([
      'the configuration cannot be used; there are 5 problems:',
      '  mail.toml: server.port must be a whole number from 0 to 65535, not the string "8000"',
      '  --host must be a text that is not empty, not the string ""',
      '  mail.toml: server.settings.task_message_limit must be a whole number of at least 1, not the number 0',
      '  MAIL_DRAIN_SECONDS must be a number of at least 0, not the string "soon"',
      '  mail.toml: log.level must be one of debug, info, warn, error, silent, not the string "loud"',
    ]);
  });

  test('a single mistake is reported in one sentence', () => {
    expect(problemsOf({ environment: { MAIL_PORT: 'x' } })).toBe(
      'the configuration cannot be used: MAIL_PORT must be a whole number from 0 to 65535, not the string "x"',
    );
  });

  test('a wrong value is reported even where a stronger source has a right one', () => {
    expect(problemsOf({ file: file({ server: { port: 'x' } }), flags: { port: 1 } })).toContain(
      'mail.toml: server.port',
    );
  });

  test('a value in place of a table is reported', () => {
    expect(problemsOf({ file: file({ server: 5 }) })).toContain('mail.toml: server must be a table, such as [server]');
  });

  test('passwords are not repeated', () => {
    const message = problemsOf({ environment: { AUTH_ENDPOINT: 'ftp://me:hunter2hunter2@auth/x' } });
    expect(message).not.toContain('hunter2');
  });

  test.each([
    [{ AUTH_ENDPOINT: 'https://a.example' }, 'AUTH_ENDPOINT and TOKEN_INFO_ENDPOINT are needed together'],
    [{ TOKEN_INFO_ENDPOINT: 'https://a.example' }, 'AUTH_ENDPOINT and TOKEN_INFO_ENDPOINT are needed together'],
    [{ MAIL_AUTH_MODE: 'external' }, 'server.auth.mode is external, which needs AUTH_ENDPOINT'],
    [{ MAIL_TLS_CERT_FILE: 'cert.pem' }, 'server.tls.cert_file and server.tls.key_file are needed together'],
  ])('incomplete settings are reported: %j', (environment, sentence) => {
    expect(problemsOf({ environment })).toContain(sentence);
  });
});

describe('unknown keys in a configuration', () => {
  test.each([
    [{ server: { prot: 1 } }, 'mail.toml: server.prot is not a setting and is ignored; did you mean server.port?'],
    [{ sever: { port: 1 } }, 'mail.toml: sever is not a setting and is ignored; did you mean server?'],
    [{ server: { level: 'info' } }, 'mail.toml: server.level is not a setting and is ignored; did you mean log.level?'],
    [{ xyzzy: 1 }, 'mail.toml: xyzzy is not a setting and is ignored'],
    [
      { server: { swarm: { nmae: 'x' } } },
      'mail.toml: server.swarm.nmae is not a setting and is ignored; did you mean server.swarm.name?',
    ],
  ])('%j causes a warning', (table, warning) => {
    expect(read({ file: file(table) }).warnings).toEqual([warning]);
  });

  test('names like __proto__ and constructor are keys like any other', () => {
    const table = JSON.parse('{"__proto__": {"port": 1}, "constructor": 1, "server": {"toString": 1}}') as Record<
      string,
      unknown
    >;
    const { values, warnings } = read({ file: file(table) });
    expect(values.port).toBe(8000);
    expect(warnings).toHaveLength(3);
  });

  test('any file is read or refused with a sentence', () => {
    const value = fc.object({ key: fc.constantFrom('server', 'port', 'swarm', 'log', 'level', 'x'), maxDepth: 3 });
    fc.assert(
      fc.property(value, (table) => {
        const error = errorOf({ file: file(table as Record<string, unknown>) });
        expect(error === undefined || PosthouseError.isInstance(error)).toBe(true);
      }),
    );
  });
});
