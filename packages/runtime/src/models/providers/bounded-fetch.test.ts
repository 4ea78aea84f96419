import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { agent } from '../../definitions/agent.ts';
import { ask } from '../__fixtures__/ask.ts';
import { DOOR_NAMES, DOORS, KEYS } from '../__fixtures__/doors.ts';
import { createResponder } from '../create-responder.ts';
import { boundedFetch, MAX_ANSWER_BYTES, MAX_ERROR_BYTES, MAX_EVENT_BYTES } from './bounded-fetch.ts';

const PIECE = 'x'.repeat(64 * 1024);

/** A provider that sends what it is told to, and counts how much of it is taken. */
async function startProvider(
  answer: (response: ServerResponse, flood: (piece?: string) => Promise<void>) => Promise<void>,
) {
  const provider = { url: '', sent: 0, [Symbol.asyncDispose]: async () => void server.close() };
  const server = createServer((request, response) => {
    request.resume();
    const flood = async (piece = PIECE): Promise<void> => {
      // Far more than anybody should take.
      for (let count = 0; count < 5_000 && !response.destroyed; count += 1) {
        provider.sent += piece.length;
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
    };
    void answer(response, flood);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

describe.each(DOOR_NAMES)('what is read of the answers of %s', (door) => {
  const failureOf = async (baseURL: string): Promise<Error> => {
    const environment = {
      ...KEYS,
      OPENAI_BASE_URL: baseURL,
      ANTHROPIC_BASE_URL: baseURL,
      OPENAI_COMPATIBLE_BASE_URL: baseURL,
    };
    const asked = agent({ name: 'math', commTargets: [], ...DOORS[door] });
    return ask(createResponder(asked, { maxRetries: 0, environment })).then(
      () => new Error('no failure'),
      (error: Error) => error,
    );
  };

  test('an error is read up to a limit, and is told with its status', async () => {
    await using huge = await startProvider(async (response, flood) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.write('{"error":{"message":"');
      await flood();
    });
    const { message } = await failureOf(huge.url);
    expect(message).toContain(`(status 400): Bad Request (the answer has more than ${MAX_ERROR_BYTES} bytes`);
    // What the sockets hold in between has been sent, too.
    expect(huge.sent).toBeLessThan(20_000_000);
  });

  test('an event is read up to a limit, however it is broken into lines', async () => {
    for (const start of ['data: ', 'data: 1\ndata: ']) {
      await using huge = await startProvider(async (response, flood) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(start);
        await flood();
      });
      const { message } = await failureOf(huge.url);
      expect(message).toContain(`sent an event of more than ${MAX_EVENT_BYTES} bytes`);
      expect(huge.sent).toBeLessThan(MAX_EVENT_BYTES + 20_000_000);
    }
  });
});

test('events that say nothing are read up to a limit', async () => {
  await using endless = await startProvider(async (response, flood) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await flood(`: ${PIECE}\n\n`);
  });
  const answer = await boundedFetch(endless.url);
  let read = 0;
  const readAll = async (): Promise<void> => {
    for await (const chunk of answer.body!) read += chunk.length;
  };
  await expect(readAll()).rejects.toThrow(`the provider sent more than ${MAX_ANSWER_BYTES} bytes`);
  expect(read).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(endless.sent).toBeLessThan(MAX_ANSWER_BYTES + 20_000_000);
});
