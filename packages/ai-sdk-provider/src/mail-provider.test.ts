import { NoSuchModelError, type ProviderV3 } from '@ai-sdk/provider';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { completed } from './__fixtures__/frames.ts';
import { user } from './__fixtures__/prompt.ts';
import { startPlayback, stream } from './__fixtures__/playback.ts';
import { createMAIL, mail, type MAILProvider, MAILLanguageModel } from './index.ts';
import type { FetchFunction } from './platform.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('createMAIL', () => {
  const provider = createMAIL();

  it('makes models of swarms', () => {
    for (const model of [provider('team'), provider.languageModel('team')]) {
      expect(model).toBeInstanceOf(MAILLanguageModel);
      expect(model).toMatchObject({ specificationVersion: 'v3', provider: 'mail', modelId: 'team' });
    }
    expect(provider.specificationVersion).toBe('v3');
  });

  it.each([
    ['embeddingModel', 'embeddingModel'],
    ['textEmbeddingModel', 'embeddingModel'],
    ['imageModel', 'imageModel'],
    ['transcriptionModel', 'transcriptionModel'],
    ['speechModel', 'speechModel'],
    ['rerankingModel', 'rerankingModel'],
  ] as const)('has no %s', (method, modelType) => {
    const make = provider[method] as (id: string) => unknown;
    expect(() => make('team')).toThrow(NoSuchModelError);
    expect(() => make('team')).toThrow(expect.objectContaining({ modelId: 'team', modelType }));
  });

  it('is called without new', () => {
    const Provider = provider as unknown as new (id: string) => unknown;
    expect(() => new Provider('team')).toThrow('without `new`');
  });

  it('is a provider of the AI SDK', () => {
    expectTypeOf<MAILProvider>().toExtend<ProviderV3>();
    expectTypeOf(fetch).toExtend<FetchFunction>();
    expect(typeof provider).toBe('function');
  });

  it('sends what it was given with every request', async () => {
    await using playback = await startPlayback(stream([completed('x')]));
    const { fetch } = globalThis;
    const fetched: string[] = [];
    const model = createMAIL({
      baseUrl: `${playback.url}//`,
      authToken: 'secret',
      headers: { 'x-team': 'a', 'x-none': undefined },
      fetch: (url, init) => (fetched.push(url), fetch(url, init)),
    })('team');
    await model.doGenerate({ prompt: [user('go')], headers: { 'x-call': 'b' } });
    expect(fetched).toEqual([`${playback.url}/message`]);
    expect(playback.requests[0]!.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-team': 'a',
      'x-call': 'b',
      'content-type': 'application/json',
    });
    expect(playback.requests[0]!.headers).not.toHaveProperty('x-none');
  });

  it('does not look into the environment', async () => {
    await using playback = await startPlayback(stream([completed('x')]));
    vi.stubEnv('MAIL_API_KEY', 'secret');
    await createMAIL({ baseUrl: playback.url })('team').doGenerate({ prompt: [user('go')] });
    expect(playback.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});

describe('mail', () => {
  it('finds server and token in the environment, when it is called', async () => {
    await using playback = await startPlayback(stream([completed('x')]), stream([completed('y')]));
    const model = mail('team');
    vi.stubEnv('MAIL_BASE_URL', playback.url);
    vi.stubEnv('MAIL_API_KEY', 'secret');
    await model.doGenerate({ prompt: [user('go')] });
    vi.stubEnv('MAIL_API_KEY', '');
    await model.doGenerate({ prompt: [user('go')] });
    expect(playback.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
  });

  it('looks at home unless it is told where', async () => {
    vi.stubEnv('MAIL_BASE_URL', '');
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await expect(mail('team').doGenerate({ prompt: [user('go')] })).rejects.toThrow('http://localhost:8000');
    expect(fetch.mock.calls[0]![0]).toBe('http://localhost:8000/message');
    fetch.mockRestore();
  });
});
