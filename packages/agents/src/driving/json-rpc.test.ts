import { type ChildProcess, spawn } from 'node:child_process';

import { PosthouseError } from '@posthouse/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endProcess } from './end-process.ts';
import { JsonRpc, JsonRpcError } from './json-rpc.ts';

// The other side: echoes what it is called with, refuses `no`, and asks back or tells when it is told to.
const OTHER_SIDE = `
  const send = (message) => console.log(JSON.stringify(message));
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === 'ask') send({ id: 'q1', method: params.method, params: params.params });
    else if (method === 'tell') send({ method: 'told', params });
    else if (method === 'no') send({ id, error: { code: -1, message: 'No.' } });
    else if (method === 'no reason') send({ id, error: {} });
    else if (method === 'silence') return;
    else if (method !== undefined) send({ id, result: { method, params } });
    else send({ method: 'answered', params: { id, result, error } });
  });
  console.log('not JSON');
`;

let child: ChildProcess;
afterEach(() => endProcess(child));

function connect(onRequest: (request: { method: string; params: unknown }) => Promise<unknown> = async () => null) {
  child = spawn(process.execPath, ['-e', OTHER_SIDE], { stdio: ['pipe', 'pipe', 'inherit'] });
  const notifications: { method: string; params: unknown }[] = [];
  const rpc = new JsonRpc({ child, onRequest, onNotification: (notification) => notifications.push(notification) });
  return { rpc, notifications };
}

describe('JsonRpc', () => {
  it('calls, and matches each answer to its call', async () => {
    const { rpc } = connect();
    const answers = await Promise.all([rpc.call('a', { n: 1 }), rpc.call('b', { n: 2 })]);
    expect(answers).toEqual([
      { method: 'a', params: { n: 1 } },
      { method: 'b', params: { n: 2 } },
    ]);
  });

  it('rejects a call that the other side refuses', async () => {
    const { rpc } = connect();
    await expect(rpc.call('no', {})).rejects.toEqual(new JsonRpcError(-1, 'No.'));
    await expect(rpc.call('no reason', {})).rejects.toThrow('no reason was given');
  });

  it('receives notifications', async () => {
    const { rpc, notifications } = connect();
    rpc.notify('tell', { n: 1 });
    await vi.waitFor(() => expect(notifications).toEqual([{ method: 'told', params: { n: 1 } }]), 15_000);
  });

  it.each([
    ['answers', async ({ params }: { params: unknown }) => params, { result: { n: 1 } }],
    [
      'refuses',
      () => Promise.reject(new JsonRpcError(-32_601, 'Unknown.')),
      { error: { code: -32_601, message: 'Unknown.' } },
    ],
    ['fails', () => Promise.reject(new Error('Oh.')), { error: { code: -32_603, message: 'Oh.' } }],
  ])('%s a request of the other side', async (_how, onRequest, answer) => {
    const { rpc, notifications } = connect(onRequest);
    rpc.notify('ask', { method: 'question', params: { n: 1 } });
    await vi.waitFor(
      () => expect(notifications).toEqual([{ method: 'answered', params: { id: 'q1', ...answer } }]),
      15_000,
    );
  });

  it('fails pending and later calls when it is closed', async () => {
    const { rpc } = connect();
    const waiting = rpc.call('silence', {});
    const error = new PosthouseError({ code: 'agent_failed', message: 'Gone.' });
    rpc.close(error);
    rpc.close(new PosthouseError({ code: 'agent_failed', message: 'Gone again.' }));
    rpc.notify('tell', {});
    await expect(waiting).rejects.toBe(error);
    await expect(rpc.call('a', {})).rejects.toBe(error);
  });

  it('pauses and resumes the other side', async () => {
    const { rpc, notifications } = connect();
    await rpc.call('a', {});
    rpc.hold(true);
    rpc.notify('tell', { n: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(notifications).toEqual([]);
    rpc.hold(false);
    await vi.waitFor(() => expect(notifications).toHaveLength(1), 15_000);
  });
});
