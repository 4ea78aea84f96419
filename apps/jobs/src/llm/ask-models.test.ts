import type { Api, AssistantMessage, Model } from '@earendil-works/pi-ai';
import { type Script, startScriptedLLM } from '@posthouse/testkit';
import { describe, expect, test } from 'vitest';
import { askModels, type AskOptions, type ModelAccess } from './ask-models.ts';

function access(url: string, id: string, api = 'openai-completions'): ModelAccess {
  const baseUrl = api === 'anthropic-messages' ? url : `${url}/v1`;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const known = { id, name: id, api, provider: 'scripted', baseUrl, reasoning: false, input: ['text'], cost };
  return { model: { ...known, contextWindow: 100_000, maxTokens: 1_000 } as Model<Api>, apiKey: 'key' };
}

type Asked = { message: AssistantMessage; events: string[]; waits: number[]; models: string[] };

async function ask(
  script: Script,
  options: Partial<AskOptions> & { ids?: string[]; api?: string; signal?: AbortSignal } = {},
): Promise<Asked> {
  await using llm = await startScriptedLLM({ script });
  const { ids = ['first'], api, signal, ...rest } = options;
  const waits: number[] = [];
  const stream = askModels(
    {
      models: ids.map((id) => access(llm.url, id, api)),
      sleep: async (ms) => void waits.push(ms),
      ...rest,
    },
    { messages: [{ role: 'user', content: 'Hello', timestamp: 1 }] },
    { signal },
  );
  const events: string[] = [];
  for await (const { type } of stream) events.push(type);
  return { message: await stream.result(), events, waits, models: llm.requests.map(({ model }) => model) };
}

const textOf = ({ content }: AssistantMessage) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');
const refused = (status: number, retryAfter?: number) =>
  ({
    fault: { kind: 'http', status, message: `No ${status}`, ...(retryAfter !== undefined && { retryAfter }) },
  }) as const;

describe.each(['openai-completions', 'openai-responses', 'anthropic-messages'])('askModels over %s', (api) => {
  test('passes on an answer', async () => {
    const { message, events, waits } = await ask([{ text: 'Hi there.' }], { api });
    expect(textOf(message)).toBe('Hi there.');
    expect(events[0]).toBe('start');
    expect(events.filter((type) => type === 'start')).toHaveLength(1);
    expect(events.at(-1)).toBe('done');
    expect(waits).toEqual([]);
  });

  test('retries a temporary refusal, unnoticed by the caller', async () => {
    const { message, events, waits } = await ask([refused(429, 2), refused(500), { text: 'Now.' }], { api });
    expect(textOf(message)).toBe('Now.');
    expect(events).not.toContain('error');
    expect(waits).toEqual([2_000, 1_000]);
  });

  test('a refused key is not retried, and no other model is asked', async () => {
    const { message, models } = await ask([refused(401)], { api, ids: ['first', 'second'] });
    expect(message).toMatchObject({ stopReason: 'error', errorMessage: 'auth_error: No 401' });
    expect(models).toEqual(['first']);
  });
});

test('the fallback is asked once the first model has refused for good', async () => {
  const script: Script = ({ model }) => (model === 'first' ? refused(503) : { text: 'I am second.' });
  const { message, models } = await ask(script, { ids: ['first', 'second'] });
  expect(textOf(message)).toBe('I am second.');
  expect(models).toEqual(['first', 'first', 'first', 'second']);
});

test('a model that demands a long wait is not waited for', async () => {
  const script: Script = ({ model }) => (model === 'first' ? refused(429, 3_600) : { text: 'I am second.' });
  const { message, models, waits } = await ask(script, { ids: ['first', 'second'] });
  expect(textOf(message)).toBe('I am second.');
  expect(models).toEqual(['first', 'second']);
  expect(waits).toEqual([]);
  const alone = await ask([refused(429, 3_600)]);
  expect(alone.message.errorMessage).toBe('rate_limit: No 429 (retry in 3600 s)');
});

test('the last refusal is reported with its code when every model refuses', async () => {
  const { message, events } = await ask([refused(429, 1), refused(429, 1), refused(429, 7)], {});
  expect(message).toMatchObject({ stopReason: 'error', errorMessage: 'rate_limit: No 429 (retry in 7 s)' });
  expect(events).toEqual(['error']);
});

test('an answer that breaks off is kept, and nobody is asked again', async () => {
  const script: Script = [
    { text: 'A long answer that breaks.', chunkSize: 5, fault: { kind: 'dropped-socket', afterChunks: 2 } },
  ];
  const { message, models } = await ask(script, { ids: ['first', 'second'] });
  expect(message.stopReason).toBe('error');
  expect(message.errorMessage).toMatch(/^agent_error: /);
  expect(textOf(message)).toBe('A long ans');
  expect(models).toEqual(['first']);
});

test('a connection that nobody answers is a failure like any other', async () => {
  const sleep = async (): Promise<void> => undefined;
  const stream = askModels({ models: [access('http://127.0.0.1:9', 'gone')], sleep }, { messages: [] });
  expect(await stream.result()).toMatchObject({
    stopReason: 'error',
    errorMessage: expect.stringMatching(/^agent_error: /),
  });
});

test('a stop ends the waiting, and is no failure of the model', async () => {
  const stopping = new AbortController();
  const sleep = async (): Promise<void> => stopping.abort();
  const { message, models } = await ask([refused(500)], { sleep, signal: stopping.signal });
  expect(message.errorMessage ?? '').not.toMatch(/^(rate_limit|agent_error)/);
  expect(models).toEqual(['first']);
});

test('a key that a provider repeats is not passed on', async () => {
  const message = 'Incorrect API key provided: sk-very-secret';
  await using llm = await startScriptedLLM({ script: [{ fault: { kind: 'http', status: 401, message } }] });
  const [model] = [{ ...access(llm.url, 'first'), apiKey: 'sk-very-secret' }];
  const answer = await askModels({ models: [model] }, { messages: [] }).result();
  expect(llm.requests[0]!.headers.authorization).toBe('Bearer sk-very-secret');
  expect(answer.errorMessage).toBe('auth_error: Incorrect API key provided: [key]');
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test('askModels fails without a model', () => {
  expect(() => askModels({ models: [] }, { messages: [] })).toThrow('no model');
});
