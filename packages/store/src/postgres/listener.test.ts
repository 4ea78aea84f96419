import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Listener } from './listener.ts';

/** A connection that does what it is told. */
class ToldClient extends EventEmitter {
  readonly queries: string[] = [];
  ended = false;
  readonly #refuses: boolean;

  constructor(refuses: boolean) {
    super();
    this.#refuses = refuses;
  }

  async connect(): Promise<void> {
    if (this.#refuses) throw new Error('refused');
  }

  async query(text: string): Promise<void> {
    this.queries.push(text);
  }

  async end(): Promise<void> {
    this.ended = true;
  }

  unref(): void {
    this.queries.push('unref');
  }
}

function listen(refusals: number) {
  const clients: ToldClient[] = [];
  const payloads: string[] = [];
  let times = 0;
  const listener = new Listener({
    connect: () => {
      const client = new ToldClient(clients.length < refusals);
      clients.push(client);
      return client as unknown as pg.Client;
    },
    onPayload: (payload) => payloads.push(payload),
    onListening: () => (times += 1),
  });
  listener.start();
  return { listener, clients, payloads, times: () => times };
}

describe('a listener for notices', () => {
  it('hears its channel, and keeps no process alive', async () => {
    const { listener, clients, payloads, times } = listen(0);
    await expect.poll(times).toBe(1);
    expect(clients[0]?.queries).toEqual(['LISTEN posthouse', 'unref']);
    clients[0]?.emit('notification', { payload: 'you 1:2' });
    clients[0]?.emit('notification', {});
    expect(payloads).toEqual(['you 1:2', '']);
    await listener.close();
    expect(clients[0]?.ended).toBe(true);
  });

  it('reconnects until it succeeds, and reports each time', async () => {
    const { listener, clients, times } = listen(2);
    await expect.poll(times).toBe(1);
    expect(clients).toHaveLength(3);
    clients[2]?.emit('error', new Error('lost'));
    clients[2]?.emit('end');
    await expect.poll(times).toBe(2);
    expect(clients).toHaveLength(4);
    // What the old connection still has to say changes nothing.
    clients[2]?.emit('end');
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(clients).toHaveLength(4);
    await listener.close();
  });

  it('reports nothing once it is closed', async () => {
    const { listener, clients } = listen(1);
    await listener.close();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(clients).toHaveLength(1);
    listener.start();
    expect(clients).toHaveLength(1);
  });
});
