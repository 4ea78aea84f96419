import { describe, expect, it } from 'vitest';
import { toConnectionError, toResponseError } from './to-call-error.ts';

const request = { url: 'http://example.org:8000/message', requestBodyValues: { body: 'go' } };
const failure = (code?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`it was ${code}`), { code }) });
const answer = (status: number, body: unknown) =>
  toResponseError(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }), request);

describe('a request without a response', () => {
  it.each([
    ['ECONNREFUSED', true],
    ['ENOTFOUND', true],
    ['UND_ERR_CONNECT_TIMEOUT', true],
    ['ECONNRESET', false],
    ['UND_ERR_SOCKET', false],
    [undefined, false],
  ])('a request without a response is retryable only if nothing can have arrived: %s → %s', (code, isRetryable) => {
    expect(toConnectionError(failure(code), request)).toMatchObject({ name: 'AI_APICallError', isRetryable });
  });

  it('says where and why it failed', () => {
    const { message } = toConnectionError(failure('ECONNREFUSED'), request);
    expect(message).toBe('The MAIL server cannot be reached at http://example.org:8000/message: it was ECONNREFUSED');
    expect(toConnectionError('odd', request).message).toContain('odd');
  });
});

describe('a response that is an error', () => {
  it.each([
    [429, { detail: 'slowly', code: 'rate_limited' }, true],
    [429, { detail: 'full', code: 'queue_full' }, true],
    [503, { detail: 'soon', code: 'unavailable' }, true],
    [503, { detail: 'no swarm' }, true],
    [429, 'slowly', true],
    [500, { detail: 'error processing message' }, false],
    [500, 'Internal Server Error', false],
    [502, '<html>', false],
    [409, { detail: 'at work', code: 'task_running' }, false],
    [409, { detail: 'taken', code: 'tool_name_taken' }, false],
    [401, { detail: 'no API key provided', code: 'unauthenticated' }, false],
  ])(
    'an error is retryable only if nothing was accepted, or a repetition is recognised: %i %j → %s',
    async (status, body, isRetryable) => {
      expect(await answer(status, body)).toMatchObject({ statusCode: status, isRetryable });
    },
  );

  it('an error has the message of the server', async () => {
    const error = await answer(401, { detail: 'no API key provided', code: 'unauthenticated' });
    expect(error.message).toBe('no API key provided');
    expect(error.data).toMatchObject({ code: 'unauthenticated' });
    expect((await answer(502, '<html>')).message).toBe('The MAIL server answered with status 502');
  });
});
