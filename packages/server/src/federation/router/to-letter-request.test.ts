import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interswarmDeliveryWire, type JSONObject, type MAILInterswarmMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { peerSchema } from '../registry/peer.ts';
import { findFlaw, readProof } from '../trust/signed-request.ts';
import { SigningKey } from '../trust/signing-key.ts';
import { toLetterRequest } from './to-letter-request.ts';

type Recorded = { path: string; method: string; headers: Record<string, string>; body: { message: JSONObject } };

const forward: Recorded = {
  path: '/interswarm/forward',
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'MAIL-Interswarm-Router/harbour',
    Authorization: 'Bearer token-for-fake',
  },
  body: {
    message: {
      message_id: '0b0d5a5c-96fb-4a3c-8d0b-1d2f5c9b9a01',
      source_swarm: 'harbour',
      target_swarm: 'fake',
      timestamp: '2026-01-05T08:00:00.123456+00:00',
      payload: {
        task_id: '7d3c0a52-2d43-4b6e-9a3b-52d1d0a6e101',
        request_id: '3f2b7f86-6a0f-4cc5-8a8e-2f7f6a5e1c02',
        sender: { address_type: 'agent', address: 'pilot@harbour' },
        recipient: { address_type: 'agent', address: 'keeper@fake' },
        subject: 'Light',
        body: 'Is the light on?',
        sender_swarm: null,
        recipient_swarm: null,
        routing_info: { remote_swarm: 'fake' },
      },
      msg_type: 'request',
      auth_token: 'token-for-fake',
      task_owner: 'user:ada@harbour',
      task_contributors: ['user:ada@harbour'],
      metadata: {},
    },
  },
};
const payload = forward.body.message.payload as JSONObject;
const complete: Recorded = {
  ...forward,
  path: '/interswarm/back',
  body: {
    message: {
      ...forward.body.message,
      msg_type: 'response',
      payload: {
        ...payload,
        recipient: { address_type: 'agent', address: 'pilot@fake' },
        subject: '::task_complete::',
        sender_swarm: 'harbour',
        recipient_swarm: 'fake',
        routing_info: { origin_swarm: 'harbour', remote_swarm: 'fake' },
      },
      task_contributors: ['user:ada@harbour', 'swarm:harbour@fake'],
    },
  },
};

/** What MAIL's own server has sent, where the recordings are at hand. */
function recordings(): [string, Recorded][] {
  const folder = join(process.env.MAIL_REFERENCE_DATA ?? '/nonexistent', 'wire');
  return ['interswarm_forward_request', 'interswarm_back_task_complete_request']
    .map((name) => [name, join(folder, `${name}.json`)] as const)
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => [name, JSON.parse(readFileSync(path, 'utf8')) as Recorded]);
}

const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => each ?? undefined));
const key = SigningKey.create();
const peerOf = (kind: 'ours' | 'reference') =>
  peerSchema.parse({ name: 'fake', baseURL: 'http://127.0.0.1:9103', kind });

/** What we send when the engine hands over the same letter. */
function send({ path, body, headers }: Recorded, kind: 'ours' | 'reference' = 'reference') {
  const { message } = interswarmDeliveryWire.parse(body).value;
  const { authToken: _, ...envelope } = message;
  const direction = path.endsWith('forward') ? ('forward' as const) : ('back' as const);
  const letter = { peer: 'fake', direction, envelope: envelope as MAILInterswarmMessage, attempt: 0 };
  const token = headers.Authorization!.slice('Bearer '.length);
  return toLetterRequest({ letter, peer: peerOf(kind), token, key });
}

describe.each([
  ['our sample of a forward', forward] as const,
  ['our sample of a completion', complete] as const,
  ...recordings(),
])('the mail request of %s', (_name, recorded) => {
  test('a reference server gets the headers and the body of the reference, without its nulls (Q43)', () => {
    const { url, method, headers, body } = send(recorded);
    expect([method, url]).toEqual([recorded.method, `http://127.0.0.1:9103${recorded.path}`]);
    // The others are made by whoever holds the connection.
    const {
      Host: _host,
      Accept: _accept,
      'Accept-Encoding': _encoding,
      'Content-Length': _length,
      ...own
    } = recorded.headers;
    expect(headers).toEqual(own);
    expect(JSON.parse(body!)).toEqual(withoutNulls(recorded.body));
  });

  test('mail to one of our servers is signed, without the token in the body', () => {
    const { headers, body, method } = send(recorded, 'ours');
    const { 'Mail-Signature': _, 'Mail-Key-Id': __, 'Mail-Nonce': ___, 'Mail-Timestamp': ____, ...plain } = headers;
    expect(plain).toEqual(send(recorded).headers);
    expect((JSON.parse(body!) as Recorded['body']).message.auth_token).toBe('');
    const request = { method, path: recorded.path, body: body! };
    const proof = readProof((name) => new Headers(headers).get(name) ?? undefined);
    const judge = { publicKey: key.publicKey, keyId: key.id, now: Date.now(), windowMs: 60_000 };
    expect(findFlaw(request, proof, judge)).toBeUndefined();
  });
});

test('a swarm name that no header can carry is percent-encoded', () => {
  const letter = structuredClone(forward);
  letter.body.message.source_swarm = 'Häfen und Meer';
  expect(send(letter).headers['User-Agent']).toBe('MAIL-Interswarm-Router/H%C3%A4fen%20und%20Meer');
});
