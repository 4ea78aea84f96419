import { invalidConfiguration } from '@posthouse/protocol';
import type pg from 'pg';

/** The driver, which is only needed by those who use PostgreSQL. */
export type PG = typeof pg;

/** Loads the driver on first use. */
export async function loadPg(load: () => Promise<{ default: PG }> = () => import('pg')): Promise<PG> {
  try {
    return (await load()).default;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw invalidConfiguration(
      "a PostgreSQL URL needs the package 'pg', which is not installed; install it with 'npm install pg'",
      { cause },
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
