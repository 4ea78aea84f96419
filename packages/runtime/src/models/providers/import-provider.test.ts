import { describe, expect, it } from 'vitest';
import { importProvider } from './import-provider.ts';

/** Hidden from the compiler, which would miss the package, too. */
function importByName(name: string): () => Promise<unknown> {
  return () => import(/* @vite-ignore */ name);
}

describe('importProvider', () => {
  it('gives the package if it is installed', async () => {
    const { createOpenAI } = await importProvider('@ai-sdk/openai', () => import('@ai-sdk/openai'));

    expect(createOpenAI).toBeTypeOf('function');
  });

  it('says what to install if it is not', async () => {
    const loading = importProvider('@ai-sdk/nobody', importByName('@ai-sdk/nobody'));

    await expect(loading).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: 'this model needs the package @ai-sdk/nobody, which is not installed: npm install @ai-sdk/nobody',
      cause: expect.any(Error),
    });
  });

  it('passes other errors of the package on', async () => {
    const broken = new SyntaxError('Unexpected token');
    const incomplete = Object.assign(new Error("Cannot find package 'left-pad' imported from …"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });

    await expect(importProvider('@ai-sdk/openai', () => Promise.reject(broken))).rejects.toBe(broken);
    await expect(importProvider('@ai-sdk/openai', () => Promise.reject(incomplete))).rejects.toBe(incomplete);
  });
});
