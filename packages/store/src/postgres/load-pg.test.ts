import { describe, expect, it } from 'vitest';
import { loadPg, type PG } from './load-pg.ts';

describe('the driver pg', () => {
  it('loads the driver pg on first use', async () => {
    expect((await loadPg()).Pool).toBeTypeOf('function');
  });

  it('names the install command if pg is not installed', async () => {
    const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
    const load = (): Promise<{ default: PG }> => Promise.reject(missing);
    await expect(loadPg(load)).rejects.toMatchObject({ code: 'invalid_configuration', cause: missing });
    await expect(loadPg(load)).rejects.toThrow('npm install pg');
  });

  it('fails with its own error if it is broken', async () => {
    const broken = new SyntaxError('unexpected token');
    await expect(loadPg(() => Promise.reject(broken))).rejects.toBe(broken);
  });
});
