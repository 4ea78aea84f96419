import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../packages/server/src/config/settings.ts';
import { readYAML } from './__fixtures__/read-yaml.ts';

type Service = {
  image?: string;
  build?: string;
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
};

const root = new URL('../../', import.meta.url);
const compose = readYAML(readFileSync(new URL('compose.yaml', root), 'utf8')) as unknown as {
  services: { database: Service; server: Service };
  volumes: Record<string, string>;
};
const { database, server } = compose.services;

describe('the compose file', () => {
  test('builds the server from here and pins the database', () => {
    expect(server.build).toBe('.');
    expect(database.image).toMatch(/^postgres:\d+-[a-z]+$/);
  });

  test('gives the server the address of the database, as the database was made', () => {
    const url = new URL(server.environment.DATABASE_URL!.replace('${POSTGRES_PASSWORD}', 'secret'));
    expect(url.protocol).toBe('postgres:');
    expect(url.hostname).toBe('database');
    expect(url.username).toBe(database.environment.POSTGRES_USER);
    expect(url.pathname).toBe(`/${database.environment.POSTGRES_DB}`);
    expect(url.password).toBe('secret');
  });

  test('sets nothing that neither the server nor a provider of models reads', () => {
    const known = Object.values(SETTINGS).map((setting) => ('environment' in setting ? setting.environment : ''));
    const others = Object.keys(server.environment).filter((name) => !known.includes(name as 'DATABASE_URL'));
    expect(others).toEqual(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY']);
  });

  test('holds no password: it must be chosen', () => {
    expect(database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/);
  });

  test('starts the server once the database answers', () => {
    expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck!.test).toContain('pg_isready');
  });

  test('keeps the data on a volume that exists', () => {
    const names = database.volumes!.map((volume) => volume.split(':')[0]!);
    expect(Object.keys(compose.volumes)).toEqual(names);
  });

  test('opens the server to this machine only, on the port of the image, and the database to nobody', () => {
    const [, exposed] = /^EXPOSE (\d+)$/m.exec(readFileSync(new URL('Dockerfile', root), 'utf8'))!;
    expect(server.ports!.map((port) => port.split(':'))).toEqual([['127.0.0.1', expect.any(String), exposed]]);
    expect(database.ports).toBeUndefined();
  });
});

describe('reading YAML', () => {
  test('knows mappings, lists, quotes and comments', () => {
    expect(readYAML("# top\na:\n  b: 'it''s'\n  c:\n    - one\n    - \"two\"\nd: ['x', 'y']\ne:\n")).toEqual({
      a: { b: "it's", c: ['one', 'two'] },
      d: ['x', 'y'],
      e: '',
    });
  });

  test.each([
    ['a key that is there twice', 'a: 1\na: 2\n', 'line 2: a is there twice'],
    ['a line that is indented too far', 'a: 1\n    b: 2\n', 'line 2: indented too far'],
    ['an alias', 'a: *b\n', 'line 1: cannot read *b'],
    ['text with a colon', 'a: b: c\n', 'line 1: cannot read b: c'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readYAML(text)).toThrow(message);
  });
});
