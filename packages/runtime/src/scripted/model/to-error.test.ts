import { APICallError, JSONParseError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import {
  isLostConnection,
  toErrorPayload,
  toLostConnection,
  toMalformedEvent,
  toMalformedResponse,
  toRefusal,
} from './to-error.ts';

describe('toRefusal', () => {
  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [503, true],
    [529, true],
  ])('gives for status %i an error that is retryable: %s', (status, isRetryable) => {
    const error = toRefusal({ kind: 'http', status });
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: status, isRetryable });
  });

  it('says when to retry', () => {
    expect(toRefusal({ kind: 'http', status: 429 }).responseHeaders).toEqual({ 'retry-after': '1' });
    expect(toRefusal({ kind: 'http', status: 503, retryAfter: 0.5 }).responseHeaders).toEqual({ 'retry-after': '0.5' });
    expect(toRefusal({ kind: 'http', status: 503 }).responseHeaders).toEqual({});
  });

  it('carries the message of the script', () => {
    const error = toRefusal({ kind: 'http', status: 401, message: 'No such key.' });
    expect(error.message).toBe('No such key.');
    expect(JSON.parse(error.responseBody ?? '')).toEqual({ error: { message: 'No such key.' } });
  });
});

describe('toErrorPayload', () => {
  it('gives plain data, as providers put it into their streams', () => {
    expect(toErrorPayload({ kind: 'error-event', afterChunks: 1, message: 'Tired.' })).toEqual({
      message: 'Tired.',
      statusCode: 500,
      isRetryable: true,
    });
    expect(toErrorPayload({ kind: 'error-event', afterChunks: 1, status: 400 })).toMatchObject({
      statusCode: 400,
      isRetryable: false,
    });
  });
});

describe('toLostConnection', () => {
  it('names no status when no response came, and 200 in the middle of one', () => {
    expect(toLostConnection()).toMatchObject({ statusCode: undefined, isRetryable: true });
    expect(toLostConnection().message).toBe('Cannot connect to API: The script dropped the connection.');
    expect(toLostConnection({ statusCode: 200 })).toMatchObject({
      statusCode: 200,
      isRetryable: true,
      message: 'Failed to process successful response',
    });
  });

  it('differs from other errors', () => {
    expect(isLostConnection(toLostConnection())).toBe(true);
    expect(isLostConnection(toLostConnection({ statusCode: 200 }))).toBe(true);
    expect(isLostConnection(toRefusal({ kind: 'http', status: 500 }))).toBe(false);
    expect(isLostConnection(undefined)).toBe(false);
  });
});

describe('a fault of malformed JSON', () => {
  it('malformed JSON in a stream is a parse error', () => {
    expect(JSONParseError.isInstance(toMalformedEvent())).toBe(true);
  });

  it('malformed JSON as a whole response is a failed call, not to be retried', () => {
    const error = toMalformedResponse();
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 200, isRetryable: false, message: 'Invalid JSON response' });
    expect(JSONParseError.isInstance(error.cause)).toBe(true);
  });
});
