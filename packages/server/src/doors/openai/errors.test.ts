import { type APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { describe, expect, test } from 'vitest';
import { limitRequestBody } from '../../edge/limit-request-body.ts';
import { limitRate } from '../../edge/rate-limit.ts';
import { developmentGuard } from '../../edge/development-guard.ts';
import { Stage } from '../../__fixtures__/stage.ts';
import { openAIFor } from '../__fixtures__/door-stage.ts';

const failing = async (promise: Promise<unknown>): Promise<APIError> =>
  promise.catch((error: unknown) => error) as Promise<APIError>;

describe('OpenAI errors', () => {
  test('the error for a missing or invalid token has a type that clients know', async () => {
    await using stage = await Stage.open();
    for (const as of ['nobody', 'peer']) {
      const client = await openAIFor(stage, as);
      const asked = [
        () => client.models.list(),
        () => client.models.retrieve('desk'),
        () => client.responses.create({ model: 'desk', input: 'x' }),
        () => client.responses.create({ model: 'desk', input: 'x', stream: true }),
        () => client.responses.retrieve('resp_x'),
        () => client.responses.cancel('resp_x'),
        () => client.chat.completions.create({ model: 'desk', messages: [{ role: 'user', content: 'x' }] }),
      ];
      for (const ask of asked) {
        const error = await failing(ask() as unknown as Promise<unknown>);
        expect(error).toBeInstanceOf(AuthenticationError);
        expect(error).toMatchObject({ code: 'invalid_api_key', type: 'invalid_request_error' });
      }
    }
    const bare = await stage.call('/v1/models', { as: null });
    expect(bare).toMatchObject({ status: 401, body: { error: { message: 'no API key provided' } } });
    expect(bare.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('the error for an unknown model names it', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    for (const ask of [
      () => client.models.retrieve('attic'),
      () => client.responses.create({ model: 'attic', input: 'x' }),
      () => client.chat.completions.create({ model: 'attic', messages: [{ role: 'user', content: 'x' }] }),
    ]) {
      const error = await failing(ask() as unknown as Promise<unknown>);
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ code: 'model_not_found', param: 'model' });
      expect(error.message).toContain('attic');
    }
  });

  test.each([
    ['/v1/responses', '{', null],
    ['/v1/responses', '[]', null],
    ['/v1/responses', {}, 'model'],
    ['/v1/responses', { model: 'desk' }, 'input'],
    ['/v1/responses', { model: 'desk', input: 5 }, 'input'],
    ['/v1/responses', { model: 'desk', input: [5] }, 'input'],
    ['/v1/responses', { model: 'desk', input: '' }, 'input'],
    ['/v1/responses', { model: 'desk', input: [] }, 'input'],
    [
      '/v1/responses',
      { model: 'desk', input: [{ role: 'user', content: [{ type: 'x' }] }] },
      'input[0].content[0].type',
    ],
    ['/v1/responses', { model: 'desk', input: 'x', stream: 'yes' }, 'stream'],
    ['/v1/responses', { model: 'desk', input: 'x', metadata: { a: 1 } }, 'metadata.a'],
    ['/v1/responses', { model: 'desk', input: 'x', tools: [{ type: 'web_search' }] }, 'tools[0].type'],
    ['/v1/responses', { model: 'desk', input: 'x', text: { format: { type: 'x' } } }, 'text.format.type'],
    ['/v1/responses', { model: 'desk', input: 'x', conversation: 'conv_1' }, 'conversation'],
    ['/v1/responses', { model: 'desk', input: 'x', prompt: { id: 'p' } }, 'prompt'],
    ['/v1/chat/completions', { model: 'desk' }, 'messages'],
    ['/v1/chat/completions', { model: 'desk', messages: [] }, 'messages'],
    ['/v1/chat/completions', { model: 'desk', messages: [{ role: 'x' }] }, 'messages[0].role'],
    ['/v1/chat/completions', { model: 'desk', messages: [{ role: 'user', content: 'x' }], n: 2 }, 'n'],
    ['/v1/chat/completions', { model: 'desk', messages: [{ role: 'user', content: 'x' }], functions: [] }, 'functions'],
  ])('errors say what is wrong and where: POST %s %j', async (path, body, param) => {
    await using stage = await Stage.open();
    const answer = await stage.call(path, { method: 'POST', body });
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error', param } } });
    expect(answer.body.error.message).not.toBe('');
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect((await stage.call('/tasks')).body).toEqual({});
  });

  test('an invalid schema is answered with 400', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const format = { type: 'json_schema' as const, name: 'x', schema: { type: 'no such type' } };
    const error = await failing(client.responses.create({ model: 'desk', input: 'x', text: { format } }));
    expect(error).toBeInstanceOf(BadRequestError);
  });

  test('an unknown path or method is refused in the shape of OpenAI errors', async () => {
    await using stage = await Stage.open();
    expect(await stage.call('/v1/files')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    const wrong = await stage.call('/v1/models', { method: 'DELETE' });
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    expect(wrong.headers.get('allow')).toBe('GET');
  });

  test('a guard or a limit refuses in the shape of OpenAI errors', async () => {
    const guard = developmentGuard(['http://localhost:3000']);
    await using stage = await Stage.open({
      before: [guard, limitRequestBody(1_000), limitRate({ perSecond: 0.001, burst: 3 })],
    });
    const client = await openAIFor(stage);
    const large = await failing(client.responses.create({ model: 'desk', input: 'x'.repeat(2_000) }));
    expect(large).toMatchObject({ status: 413, code: 'too_large' });
    const page = client.withOptions({ defaultHeaders: { Origin: 'https://evil.example' } });
    expect(await failing(page.models.list() as unknown as Promise<unknown>)).toMatchObject({
      status: 403,
      code: 'origin_refused',
    });
    let error: APIError | undefined;
    for (let tries = 0; tries < 5 && error?.status !== 429; tries += 1) {
      error = await failing(client.models.retrieve('desk'));
    }
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error!.headers!.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('GET /v1/models', () => {
  test('lists the swarms', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { data } = await client.models.list();
    expect(data.map(({ id, object, owned_by: owner }) => [id, object, owner])).toEqual([
      ['desk', 'model', 'posthouse'],
      ['annex', 'model', 'posthouse'],
    ]);
    expect(await client.models.retrieve('annex')).toMatchObject({ id: 'annex', description: 'the annex' });
    expect(await client.models.retrieve('default')).toMatchObject({ id: 'desk' });
    expect(Number.isSafeInteger(data[0]!.created)).toBe(true);
  });
});
