import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, isEnd, type MAILClient } from '@posthouse/client';
import type { Telling } from '@posthouse/protocol';
import { peerInfo, startPeer } from './__fixtures__/peer-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { busyWriters, PROSE } from './__fixtures__/busy-writers.ts';
import { clerks } from './__fixtures__/clerks.ts';
import type { Authenticator } from './auth/caller.ts';
import { quiet } from './logging/quiet.ts';
import type { RunningServer } from './start-options.ts';
import { startServer } from './start-server.ts';

const quietly = { databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false };

let server: RunningServer;
let user: MAILClient;
let admin: MAILClient;
let nobody: MAILClient;

beforeAll(async () => {
  server = await startServer([clerks(), clerks('annex', { greeting: 'hello from the annex' })], {
    ...quietly,
    port: 0,
    debug: true,
  });
  user = createClient({ baseURL: server.url, token: server.tokens!.user });
  admin = createClient({ baseURL: server.url, token: server.tokens!.admin });
  nobody = createClient({ baseURL: server.url });
});
afterAll(() => server.stop({ drainMs: 0 }));

describe('our client with our server', () => {
  test('reads server info and health', async () => {
    expect(await nobody.ping()).toMatchObject({ protocolVersion: '1.3', swarm: { name: 'desk' } });
    expect(await nobody.ping({ swarm: 'annex' })).toMatchObject({ swarm: { name: 'annex' } });
    expect((await nobody.ping()).features).toEqual(['idempotency-key', 'event-ids', 'federation']);
    expect([await nobody.isLive(), await nobody.isReady()]).toEqual([true, true]);
    expect(await admin.updateHealth('tired')).toMatchObject({ status: 'tired' });
    expect(await nobody.getHealth()).toMatchObject({ status: 'tired', swarmName: 'desk' });
    expect(await user.status()).toMatchObject({ swarm: { name: 'desk' } });
    expect(await user.getAgents({ swarm: 'annex' })).toMatchObject({ entrypoint: 'clerk' });
    expect(await nobody.openapi()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  test('identifies the caller', async () => {
    expect(await user.whoami()).toMatchObject({ role: 'user' });
    const client = createClient({ baseURL: server.url });
    await expect(client.whoami()).rejects.toMatchObject({ code: 'unauthenticated', message: 'no API key provided' });
    await expect(client.login('wrong')).rejects.toMatchObject({ status: 401, message: 'invalid API key' });
    expect(await client.login(server.tokens!.admin)).toMatchObject({ role: 'admin' });
    expect(await client.whoami()).toMatchObject({ role: 'admin' });
  });

  test('posts messages and reads their tasks and frames', async () => {
    const { response, taskId, status } = await user.postMessage({ body: 'hello', taskId: 'a task/with ü' });
    expect([response, taskId, status]).toEqual(['you said: hello', 'a task/with ü', 'complete']);
    expect(await user.getTask(taskId)).toMatchObject({ taskId, completed: true });
    expect(await user.getTasks()).toHaveProperty([taskId]);
    const events: string[] = [];
    for await (const frame of user.follow(taskId)) events.push(frame.event);
    expect([events.at(0), events.at(-1)]).toEqual(['run_started', 'task_complete']);
    for await (const frame of user.follow(taskId, { after: events.length + 1_000 })) events.push(`late ${frame.event}`);
    expect(events.filter((name) => name.startsWith('late'))).toEqual([]);
  });

  test('writes to other swarms, and reports missing ones', async () => {
    const { response, taskId } = await user.postMessage({ body: 'hello', swarm: 'annex' });
    expect(response).toBe('hello from the annex');
    expect(await user.getTask(taskId, { swarm: 'annex' })).toMatchObject({ taskId });
    await expect(user.getTask(taskId)).rejects.toMatchObject({ code: 'task_not_found', status: 404 });
    await expect(user.postMessage({ body: 'x', swarm: 'moon' })).rejects.toMatchObject({ code: 'swarm_not_found' });
    const stream = user.follow('nothing');
    await expect(stream.next()).rejects.toMatchObject({ code: 'task_not_found' });
  });

  test('reads pauses and sends results', async () => {
    const paused = await user.postMessage({ body: 'ask colour' });
    expect(paused.status).toBe('paused');
    const [call] = JSON.parse(paused.response) as { call_id: string }[];
    const wrong = [{ callId: 'nobody', content: 'x' }];
    await expect(user.resume(paused.taskId, wrong)).rejects.toMatchObject({ code: 'call_not_found' });
    const results = [{ callId: call!.call_id, content: 'blue' }];
    expect(await user.resume(paused.taskId, results)).toMatchObject({ response: 'thank you', status: 'complete' });
  });

  test('cancels a task', async () => {
    const stream = user.postMessageStream({ body: 'hang' });
    const ends: unknown[] = [];
    for await (const frame of stream) {
      if (frame.event === 'new_message') await user.cancel(stream.taskId);
      if (isEnd(frame)) ends.push(frame.data.status);
    }
    expect(ends).toEqual(['cancelled']);
    expect(await user.cancel(stream.taskId)).toEqual({ taskId: stream.taskId, status: 'cancelled' });
  });

  test('reports a task that cannot be continued', async () => {
    const message = { body: 'more', taskId: 'never', resumeFrom: 'user_response' as const };
    expect(await user.postMessage(message)).toMatchObject({ status: 'error', code: 'task_not_found' });
    const frames: string[] = [];
    for await (const frame of user.postMessageStream(message)) frames.push(frame.event);
    expect(frames).toEqual(['task_error']);
  });

  test('lists, loads and dumps swarms', async () => {
    expect(await nobody.getSwarms()).toMatchObject({ swarms: expect.any(Array) });
    expect(await admin.dumpSwarm()).toMatchObject({ status: 'dumped', swarmName: 'desk' });
    await expect(user.dumpSwarm()).rejects.toMatchObject({ message: 'invalid role' });
    await expect(admin.loadSwarm({ name: 'x' })).rejects.toMatchObject({ status: 400 });
  });

  test('manages peers', async () => {
    await using peer = await startPeer(peerInfo());
    expect(await admin.registerSwarm({ name: 'weather', baseURL: peer.url })).toMatchObject({ status: 'registered' });
    const { peers } = await admin.getPeers();
    expect(peers).toMatchObject([{ swarmName: 'weather', state: 'approved', kind: 'reference' }]);
    await expect(user.getPeers()).rejects.toMatchObject({ message: 'invalid role' });
    await expect(admin.discoverSwarms([peer.url])).rejects.toMatchObject({ code: 'url_refused' });
    await expect(admin.approveSwarm({ name: 'nobody' })).rejects.toMatchObject({ code: 'peer_not_found' });
    expect(await admin.unregisterSwarm('weather')).toEqual({ status: 'unregistered', swarmName: 'weather' });
    expect(await admin.getPeers()).toEqual({ peers: [] });
  });

  test('speaks OpenAI’s Responses', async () => {
    const input = [{ role: 'user', content: 'hello' }];
    expect(await user.responses({ input, tools: [] })).toMatchObject({ object: 'response' });
  });
});

/** Everybody's token is their name, before and after a restart. */
const authenticator: Authenticator = {
  authenticate: async (token) => ({ role: 'user', id: token, token }),
};

test('a stream survives a restart of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-restart-'));
  const options = { ...quietly, databaseURL: `sqlite:${join(folder, 'tasks.db')}`, auth: authenticator };
  const open = (port: number) => startServer(busyWriters('writers'), { ...options, port });
  try {
    await using first = await open(0);
    const streams = { firstWaitMs: 20, mostWaitMs: 50 };
    const client = createClient({ baseURL: first.url, token: 'ada', streams });
    const { taskId } = await client.postMessage({ body: 'Write.' });
    const seen: Telling[] = [];
    let restarted: Promise<RunningServer> | undefined;
    for await (const telling of client.resumeTellings(taskId, 'Yes.')) {
      if (telling.type !== 'text') seen.push(telling);
      // In the middle of a turn, with another one waiting.
      else restarted ??= first.stop({ drainMs: 0 }).then(() => open(first.port));
    }
    await using _ = await restarted!;
    const log: Telling[] = [];
    for await (const telling of client.tellings(taskId)) if (telling.type !== 'text') log.push(telling);
    expect(seen[0]).toEqual({ type: 'resume' });
    // Who was not told of the question is not told of its result either.
    const behind = log.slice(log.findIndex(({ type }) => type === 'resume'));
    expect(seen).toEqual(behind.filter((telling) => telling.type !== 'result' || telling.call.tool !== 'ask_human'));
    expect(seen.at(-1)).toEqual({ type: 'end', outcome: 'complete', text: PROSE });
  } finally {
    await rm(folder, { recursive: true });
  }
});
