import { NoSuchModelError, type ProviderV3 } from '@ai-sdk/provider';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { aiVersions } from './__fixtures__/ai-versions.ts';
import { user } from './__fixtures__/prompt.ts';
import { createMAIL, mail, type MAILProvider, type MAILProviderSettings, MAILLanguageModel } from './index.ts';
import type { FetchFunction } from './platform.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Calls a model, and says what it would have sent, and where to. */
async function sentBy(model: (fetch: FetchFunction) => MAILLanguageModel, headers: Record<string, string> = {}) {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const calls = model(async (url, init) => {
    sent.push({ url, headers: init.headers });
    throw new TypeError('fetch failed');
  });
  await expect(calls.doGenerate({ prompt: [user('go')], headers })).rejects.toThrow('cannot be reached');
  expect(sent).toHaveLength(1);
  return sent[0]!;
}

describe('createMAIL', () => {
  const provider = createMAIL();
  const sentWith = (settings: MAILProviderSettings, headers?: Record<string, string>) =>
    sentBy((fetch) => createMAIL({ ...settings, fetch })('team'), headers);

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
  ] as const)('the provider has no %s', (method, modelType) => {
    const make = provider[method] as (id: string) => unknown;
    expect(() => make('team')).toThrow(NoSuchModelError);
    expect(() => make('team')).toThrow(expect.objectContaining({ modelId: 'team', modelType }));
  });

  it.each(aiVersions)('a registry of %s has only language models of the provider', (_, ai) => {
    const registry = ai.createProviderRegistry({ mail: provider });
    expect(registry.languageModel('mail:team')).toMatchObject({ modelId: 'team' });
    for (const method of ['imageModel', 'transcriptionModel', 'speechModel', 'rerankingModel'] as const) {
      const make = registry[method] as (id: string) => unknown;
      expect(() => make.call(registry, 'mail:team')).toThrow(`No such ${method}`);
    }
  });

  it('the provider cannot be called with new', () => {
    const Provider = provider as unknown as new (id: string) => unknown;
    expect(() => new Provider('team')).toThrow('without `new`');
  });

  it('createMAIL makes a provider of the AI SDK', () => {
    expectTypeOf<MAILProvider>().toExtend<ProviderV3>();
    expectTypeOf(fetch).toExtend<FetchFunction>();
    expect(typeof provider).toBe('function');
  });

  it('sends its token and headers with every request', async () => {
    const settings = {
      baseURL: 'http://example.org//',
      authToken: 'secret',
      headers: { 'x-team': 'a', 'x-none': undefined },
    };
    const { url, headers } = await sentWith(settings, { 'x-call': 'b' });
    expect(url).toBe('http://example.org/message');
    const own = { authorization: 'Bearer secret', 'x-team': 'a', 'x-call': 'b', 'content-type': 'application/json' };
    expect(headers).toMatchObject(own);
    expect(headers).not.toHaveProperty('x-none');
  });

  it.each([
    [{ baseUrl: 'http://example.org' }, 'http://example.org/message'],
    [{ baseUrl: 'http://example.org', baseURL: 'http://example.com' }, 'http://example.com/message'],
  ])('takes baseUrl where there is no baseURL: %j', async (settings, url) => {
    expect(await sentWith(settings)).toMatchObject({ url });
  });

  it('createMAIL does not read the environment', async () => {
    vi.stubEnv('MAIL_BASE_URL', 'http://example.org');
    vi.stubEnv('MAIL_API_KEY', 'secret');
    const { url, headers } = await sentWith({});
    expect(url).toBe('http://localhost:8000/message');
    expect(headers).not.toHaveProperty('authorization');
  });
});

describe('mail', () => {
  const sent = () =>
    sentBy((fetch) => (vi.spyOn(globalThis, 'fetch').mockImplementation(fetch as never), mail('team')));

  it('reads server and token from the environment, when it is called', async () => {
    vi.stubEnv('MAIL_BASE_URL', 'http://example.org');
    vi.stubEnv('MAIL_API_KEY', 'secret');
    expect(await sent()).toMatchObject({
      url: 'http://example.org/message',
      headers: { authorization: 'Bearer secret' },
    });
  });

  it('uses localhost and no token by default', async () => {
    vi.stubEnv('MAIL_BASE_URL', '');
    vi.stubEnv('MAIL_API_KEY', '');
    const { url, headers } = await sent();
    expect(url).toBe('http://localhost:8000/message');
    expect(headers).not.toHaveProperty('authorization');
  });
});
