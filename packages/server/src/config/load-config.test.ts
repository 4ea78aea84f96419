import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';
import { type Setting, SETTINGS } from './settings.ts';
import { toConfigReport } from './to-config-report.ts';
import { toStartOptions } from './to-start-options.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
const load = (options: { flags?: Record<string, unknown>; environment?: NodeJS.ProcessEnv } = {}) =>
  loadConfig({ environment: {}, folder, ...options });

/** What the reference's own file says. */
const REFERENCE_TOML = `
[server]
port = 8000
host = "0.0.0.0"
reload = false
debug = false

[server.swarm]
name = "example-no-proxy"
source = "swarms.json"
registry = "registries/example-no-proxy.json"

[server.settings]
task_message_limit = 15
print_llm_streams = true

[client]
timeout = 3600.0
verbose = false
`;

describe('Q37: the configuration file', () => {
  beforeEach(() => {
    write('mail.toml', '[server]\nport = 1');
    write('named.toml', '[server]\nport = 2');
    write('flagged.toml', '[server]\nport = 3');
  });

  test('the configuration file is ./mail.toml by default', () => {
    expect(load()).toMatchObject({ values: { port: 1 }, file: 'mail.toml' });
  });

  test('the configuration file is the one of MAIL_CONFIG_PATH if that is set', () => {
    expect(load({ environment: { MAIL_CONFIG_PATH: 'named.toml' } })).toMatchObject({
      values: { port: 2 },
      file: 'named.toml',
    });
  });

  test('the configuration file is the one of --config before any other, read anew each time', () => {
    const environment = { MAIL_CONFIG_PATH: 'named.toml' };
    expect(load({ environment }).values.port).toBe(2);
    expect(load({ environment, flags: { config: 'flagged.toml' } }).values.port).toBe(3);
    write('flagged.toml', '[server]\nport = 4');
    expect(load({ environment, flags: { config: 'flagged.toml' } }).values.port).toBe(4);
  });

  test('the configuration file may be missing, unless it was named', () => {
    rmSync(join(folder, 'mail.toml'));
    expect(load().file).toBeUndefined();
    expect(() => load({ flags: { config: 'none.toml' } })).toThrow(
      'the configuration file none.toml cannot be used: it does not exist',
    );
    expect(() => load({ environment: { MAIL_CONFIG_PATH: 'none.toml' } })).toThrow(/none\.toml/);
  });

  test('a folder with the name of the configuration file cannot be used', () => {
    rmSync(join(folder, 'mail.toml'));
    mkdirSync(join(folder, 'mail.toml'));
    expect(() => load()).toThrow(/cannot be read \(EISDIR\)/);
  });
});

describe('a file that is not TOML', () => {
  test('a file that is not TOML is reported with line and column', () => {
    write('mail.toml', '[server]\nport = 8000\nhost = \n');
    expect(() => load()).toThrow(/^mail\.toml is not TOML: .* \(line 3, column \d+\)$/);
  });

  test('a file that is not TOML is reported without its lines, which may contain a password', () => {
    write('mail.toml', '[server]\ndatabase_url = "postgres://me:hunter2hunter2@db/x\nport = 1\n');
    expect(() => load()).toThrow(/is not TOML/);
    expect(() => load()).not.toThrow(/hunter2/);
  });
});

describe('the configuration of the reference', () => {
  const texts: [string, () => Parameters<typeof load>[0]][] = [
    ['as we know it', () => (write('mail.toml', REFERENCE_TOML), {})],
  ];
  const { MAIL_REFERENCE_DATA: data } = process.env;
  if (data !== undefined) texts.push(['as it is', () => ({ flags: { config: join(data, 'mail.toml') } })]);

  test.each(texts)('loads unchanged and without a warning, %s', (_, prepare) => {
    const { values, warnings } = load(prepare());
    expect(warnings).toEqual([]);
    expect(values).toMatchObject({
      port: 8000,
      host: '0.0.0.0',
      reload: false,
      debug: false,
      swarmName: 'example-no-proxy',
      swarmSource: 'swarms.json',
      swarmRegistry: 'registries/example-no-proxy.json',
      taskMessageLimit: 15,
      printLLMStreams: true,
      clientTimeout: 3600,
      clientVerbose: false,
    });
  });
});

describe('the configuration report', () => {
  test('shows every setting, its value and where it comes from', () => {
    write('mail.toml', '[server]\nport = 9\n[server.cors]\norigins = ["https://a.example"]');
    const report = toConfigReport(load({ environment: { MAIL_LOG_LEVEL: 'debug' }, flags: { host: '::1' } }));
    const lines = report.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '));
    expect(lines).toEqual(
      expect.arrayContaining([
        '# configuration file: mail.toml',
        'server.port = 9 # file mail.toml',
        'server.host = "::1" # flag --host',
        'server.cors.origins = [ "https://a.example" ] # file mail.toml',
        'log.level = "debug" # environment MAIL_LOG_LEVEL',
        'server.drain_seconds = 10 # default',
        '# server.public_url is not set',
      ]),
    );
    for (const { key } of Object.values(SETTINGS) as Setting[]) expect(report).toContain(key);
  });

  test('the report is itself a configuration file with the same meaning', () => {
    write('mail.toml', REFERENCE_TOML);
    const first = load();
    const report = toConfigReport(first);
    expect(() => parse(report)).not.toThrow();
    write('again.toml', report);
    expect(load({ flags: { config: 'again.toml' } })).toMatchObject({ values: first.values, warnings: [] });
  });

  test.each(['postgres://me:hunter2@db/x', 'postgres://me:hun/ter2@x@db/x', 'postgres://hunter2@db/x'])(
    'hides the password of %s',
    (url) => {
      const report = toConfigReport(load({ environment: { DATABASE_URL: url } }));
      expect(report).toContain('server.database_url = "postgres://***@db/x"');
      expect(report).not.toMatch(/hun|ter2/);
    },
  );

  test('says when there was no file', () => {
    expect(toConfigReport(load())).toContain('# no configuration file was read');
  });
});

describe('toStartOptions', () => {
  test('converts every setting, seconds to milliseconds', () => {
    write(
      'mail.toml',
      `[server]
port = 9
public_url = "https://mail.example"
drain_seconds = 2.5
[server.swarm]
name = "b"
description = "d"
keywords = ["k"]
[server.settings]
task_message_limit = 4
[server.limits]
body_bytes = 100
requests_per_second = 5
request_seconds = 3
[server.tls]
cert_file = "c.pem"
key_file = "k.pem"
[server.peers]
allow_private_networks = true`,
    );
    expect(toStartOptions(load())).toMatchObject({
      port: 9,
      host: '127.0.0.1',
      databaseURL: 'sqlite:posthouse.db',
      publicURL: 'https://mail.example',
      drainMs: 2_500,
      defaultSwarm: 'b',
      fallbacks: { description: 'd', keywords: ['k'] },
      taskMessageLimit: 4,
      limits: { bodyBytes: 100, requestMs: 3_000, rate: { perSecond: 5, burst: 10 } },
      tls: { certFile: 'c.pem', keyFile: 'k.pem' },
      outbound: { allowPrivateNetworks: true },
      auth: 'auto',
    });
  });

  test('marks a host as deliberate only when it comes from a flag', () => {
    write('mail.toml', '[server]\nhost = "0.0.0.0"');
    expect(toStartOptions(load()).hostIsDeliberate).toBe(false);
    expect(toStartOptions(load({ environment: { MAIL_HOST: '0.0.0.0' } })).hostIsDeliberate).toBe(false);
    expect(toStartOptions(load({ flags: { host: '0.0.0.0' } })).hostIsDeliberate).toBe(true);
  });

  const services = { AUTH_ENDPOINT: 'https://a.example/auth', TOKEN_INFO_ENDPOINT: 'https://a.example/info' };

  test('uses authentication services when they are named', () => {
    expect(toStartOptions(load({ environment: services })).auth).toEqual({
      authEndpoint: services.AUTH_ENDPOINT,
      tokenInfoEndpoint: services.TOKEN_INFO_ENDPOINT,
      cacheMs: 60_000,
      negativeCacheMs: 5_000,
      timeoutMs: 5_000,
    });
  });

  test.each(['tokens', 'development'] as const)('uses %s instead of the services when that was chosen', (mode) => {
    expect(toStartOptions(load({ environment: services, flags: { auth: mode } })).auth).toBe(mode);
  });

  test('sets no rate limit without a rate', () => {
    expect(toStartOptions(load()).limits).not.toHaveProperty('rate');
  });
});
