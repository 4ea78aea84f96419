import { describe, expect, it } from 'vitest';
import { loadPg, type PG } from './load-pg.ts';

describe('the driver', () => {
  it('is loaded on first use', async () => {
    expect((await loadPg()).Pool).toBeTypeOf('function');
  });

  it('that is not installed is named, with the command that installs it', async () => {
    const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
    const load = (): Promise<{ default: PG }> => Promise.reject(missing);
    await expect(loadPg(load)).rejects.toMatchObject({ code: 'invalid_configuration', cause: missing });
    await expect(loadPg(load)).rejects.toThrow('npm install pg');
  });

  it('that is broken says so itself', async () => {
    const broken = new SyntaxError('unexpected token');
    await expect(loadPg(() => Promise.reject(broken))).rejects.toBe(broken);
  });
});
