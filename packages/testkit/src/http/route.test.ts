import { describe, expect, it } from 'vitest';
import { findRoute } from './route.ts';

describe('findRoute', () => {
  it.each([
    ['/v1/chat/completions', 'openai-chat'],
    ['/v1/responses', 'openai-responses'],
    ['/v1/messages', 'anthropic-messages'],
    ['/v1/messages?beta=true', 'anthropic-messages'],
    ['/messages', 'anthropic-messages'],
    ['/v1/v1/messages', 'anthropic-messages'],
    ['/chat/completions', 'openai-chat'],
  ])('reads POST %s as %s', (url, name) => {
    expect(findRoute('POST', url)).toMatchObject({ type: 'answer', dialect: { name } });
  });

  it('lists models, with and without a version', () => {
    expect(findRoute('GET', '/v1/models')).toEqual({ type: 'models' });
    expect(findRoute('GET', '/models?limit=5')).toEqual({ type: 'models' });
  });

  it.each([
    ['GET', '/v1/messages', 'POST'],
    ['DELETE', '/v1/responses', 'POST'],
    ['OPTIONS', '/v1/chat/completions', 'POST'],
    ['POST', '/v1/models', 'GET'],
  ])('refuses %s %s, which allows only %s', (method, url, allow) => {
    expect(findRoute(method, url)).toEqual({
      type: 'refuse',
      status: 405,
      allow,
      reason: `${url} takes ${allow}, not ${method}.`,
    });
  });

  it.each([
    ['GET', '/'],
    ['POST', ''],
    ['POST', '/v1'],
    ['POST', '/v1/'],
    ['POST', '/v2/messages'],
    ['POST', '/v1/messages/count_tokens'],
    ['POST', '/v1/messages/'],
    ['POST', '/api/v1/messages'],
    ['HEAD', '/api/hello'],
    ['GET', '//v1/models'],
  ])('refuses %s %s, and lists what it knows', (method, url) => {
    expect(findRoute(method, url)).toEqual({
      type: 'refuse',
      status: 404,
      reason: `There is no ${method} ${url} here, only POST /v1/chat/completions, POST /v1/responses, POST /v1/messages, GET /v1/models.`,
    });
  });
});
