import { afterAll, beforeAll } from 'vitest';
import { PostgresServer, type PostgresServerOptions } from './start-postgres.ts';

/** Starts a PostgreSQL for the tests of a file. */
export function usePostgres(options: PostgresServerOptions = {}): {
  server: () => PostgresServer;
  newURL: () => Promise<string>;
} {
  let started: PostgresServer | undefined;
  const server = (): PostgresServer => {
    if (started === undefined) throw new Error('PostgreSQL has not been started yet');
    return started;
  };
  beforeAll(async () => {
    started = await PostgresServer.start(options);
  }, 60_000);
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]();
  }, 60_000);
  return { server, newURL: async () => server().url(await server().newDatabase()) };
}
