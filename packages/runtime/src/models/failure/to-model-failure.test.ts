import { PosthouseError } from '@posthouse/protocol';
import {
  APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  JSONParseError,
  LoadAPIKeyError,
  MissingToolResultsError,
  RetryError,
  StreamProviderError,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { toModelFailure } from './to-model-failure.ts';

const context = { model: 'openai/gpt-5', afterOutput: false, secrets: ['open-sesame'] };

function refusal(options: { statusCode?: number; message?: string; isRetryable?: boolean; cause?: unknown } = {}) {
  return new APICallError({
    message: 'The elves are tired.',
    url: 'https://api.example/v1',
    requestBodyValues: { input: 'the whole conversation' },
    responseHeaders: { 'set-cookie': 'session=open-sesame' },
    statusCode: 503,
    ...options,
  });
}

describe('toModelFailure', () => {
  it('names the model, the status and the message', () => {
    const cause = refusal();

    const failure = toModelFailure(cause, context);

    expect(failure).toMatchObject({ code: 'model_failed', cause });
    expect(failure.message).toBe('openai/gpt-5 (status 503): The elves are tired.');
    expect(failure.toJSON()).toEqual({
      code: 'model_failed',
      message: failure.message,
      details: { afterOutput: false, status: 503, retryable: true, tries: 1 },
    });
  });

  it('reports the last of several attempts', () => {
    const errors = [refusal({ statusCode: 500, message: 'First.' }), refusal({ statusCode: 429, message: 'Last.' })];
    const error = new RetryError({ message: 'Failed after 2 attempts.', reason: 'maxRetriesExceeded', errors });

    const failure = toModelFailure(error, context);

    expect(failure.message).toBe('openai/gpt-5 (status 429): Last. (after 2 tries)');
    expect(failure.details).toMatchObject({ status: 429, tries: 2 });
    expect(failure.cause).toBe(error);
  });

  it.each([
    [refusal({ statusCode: 400 }), false],
    [refusal({ statusCode: 529 }), true],
    [refusal({ statusCode: undefined, isRetryable: true }), true],
    [new StreamProviderError({ message: 'Broke.', statusCode: 401 }), false],
    [new StreamProviderError({ message: 'Broke.', statusCode: 529 }), true],
    [new StreamProviderError({ message: 'Broke.' }), true],
    [new TypeError('fetch failed'), true],
    [new LoadAPIKeyError({ message: 'No key.' }), false],
  ])('knows whether a retry is worth it: %#', (error, retryable) => {
    expect(toModelFailure(error, context).details).toMatchObject({ retryable });
  });

  it('records whether output may have been seen', () => {
    expect(toModelFailure(refusal(), { ...context, afterOutput: true }).details).toMatchObject({ afterOutput: true });
  });

  it('omits the status of a stream that began well', () => {
    const cause = new TypeError('terminated', { cause: new Error('other side closed') });
    const failure = toModelFailure(refusal({ statusCode: 200, message: 'Failed to process', cause }), context);

    expect(failure.message).toBe('openai/gpt-5: Failed to process (terminated)');
    expect(failure.details).not.toHaveProperty('status');
  });

  it.each([
    [new Error('Simply so.'), 'Simply so.'],
    [new Error('Broke: low battery', { cause: new Error('low battery') }), 'Broke: low battery'],
    [new Error('Broke.', { cause: 'a text' }), 'Broke.'],
    ['overslept', 'overslept'],
    [{ odd: true }, '{"odd":true}'],
    [refusal({ statusCode: undefined, message: '' }), 'no message'],
    [
      new JSONParseError({ text: 'the answer so f', cause: new SyntaxError('Unexpected end') }),
      'an event is not valid JSON: Unexpected end',
    ],
  ])('finds a message for anything: %#', (error, words) => {
    expect(toModelFailure(error, context).message).toBe(`openai/gpt-5: ${words}`);
  });

  it('contains no secrets and no stack', () => {
    const { message } = toModelFailure(new Error(`open-sesame ${'blah '.repeat(1000)}`), context);

    expect(message).toMatch(/^openai\/gpt-5: \[hidden\] blah/);
    expect(message.length).toBeLessThan(1100);
  });

  it.each([
    [new LoadAPIKeyError({ message: 'OPENAI_API_KEY is missing.' }), 'invalid_configuration'],
    [
      new InvalidArgumentError({ parameter: 'temperature', value: 'hot', message: 'no number' }),
      'invalid_configuration',
    ],
    [new InvalidPromptError({ prompt: [], message: 'empty' }), 'internal'],
    [new MissingToolResultsError({ toolCallIds: ['a'] }), 'internal'],
  ])('never blames the model for a request it did not get: %#', (error, code) => {
    expect(toModelFailure(error, context)).toMatchObject({ code, details: { retryable: false } });
  });

  it('leaves our own errors as they are', () => {
    const error = new PosthouseError({ code: 'url_refused', message: 'no' });
    const errors = [refusal(), error];

    expect(toModelFailure(error, context)).toBe(error);
    expect(toModelFailure(new RetryError({ message: '', reason: 'errorNotRetryable', errors }), context)).toBe(error);
  });
});
