import { newId } from '@posthouse/protocol';
import type { FederationOptions } from '../federation/server-federation.ts';
import { signRequest } from '../federation/trust/signed-request.ts';
import { SigningKey } from '../federation/trust/signing-key.ts';
import type { Loose } from './loose.ts';
import { peerInfo, startPeer } from './peer-server.ts';
import { type LoggedLine, recordingLogger } from './recording-logger.ts';
import { Stage } from './stage.ts';
import { until } from './until.ts';

/** The key of the server of weather. */
export const key = SigningKey.create();

/** A request of the swarm weather to the clerk of the swarm desk. */
export const payload = (fields: object = {}) => ({
  task_id: newId(),
  request_id: newId(),
  sender: { address_type: 'agent', address: 'supervisor@weather' },
  recipient: { address_type: 'agent', address: 'clerk@desk' },
  subject: 'Need help',
  body: 'hey',
  sender_swarm: null,
  routing_info: {},
  ...fields,
});
/** The same in the envelope that MAIL sends it in. */
export const wrapper = (fields: object = {}) => ({
  message_id: newId(),
  source_swarm: 'weather',
  target_swarm: 'desk',
  timestamp: '2026-01-01T00:00:00.000000+00:00',
  payload: payload(),
  msg_type: 'request',
  auth_token: 'x',
  task_owner: 'user:u-1@weather',
  task_contributors: ['user:u-1@weather'],
  metadata: {},
  ...fields,
});
export const without = (name: string) =>
  Object.fromEntries(Object.entries(wrapper()).filter(([each]) => each !== name));

export type Letter = { path?: string; method?: string; body?: unknown; as?: string; headers?: Record<string, string> };

/** A server of the swarm desk that knows a swarm called weather. */
export class Counter implements AsyncDisposable {
  readonly stage: Stage;
  readonly lines: LoggedLine[];
  readonly #peer: AsyncDisposable;

  private constructor(stage: Stage, lines: LoggedLine[], peer: AsyncDisposable) {
    this.stage = stage;
    this.lines = lines;
    this.#peer = peer;
  }

  static async open(
    kind: 'ours' | 'reference',
    { federation = {}, agents }: { federation?: FederationOptions; agents?: string[] } = {},
  ): Promise<Counter> {
    const ours = { features: ['federation'], public_key: key.publicKey };
    const info = kind === 'ours' ? { ...peerInfo(), ...ours } : peerInfo();
    const receipt = { swarm: 'weather', task_id: 't', status: 'success', local_runner: 'swarm:desk@weather' };
    const peer = await startPeer((path: string) => (path.startsWith('/interswarm/') ? receipt : info));
    const { logger, lines } = recordingLogger();
    const stage = await Stage.open({ outbound: { allowPrivateNetworks: true }, logger, federation });
    const reach = agents === undefined ? {} : { agents };
    await stage.call('/swarms', {
      as: 'root',
      body: { name: 'weather', base_url: peer.url, auth_token: 't', ...reach },
    });
    lines.length = 0;
    return new Counter(stage, lines, peer);
  }

  send({ path = '/interswarm/forward', method = 'POST', body, as = 'peer', headers = {} }: Letter) {
    return this.stage.call(path, { as, method, headers, ...(method === 'GET' ? {} : { body: body ?? '' }) });
  }

  /** Sends with a proof that holds, unless something is wrong with it. */
  sendSigned({ path = '/interswarm/forward', method = 'POST', body, ...rest }: Letter, by = key, at = new Date()) {
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const headers = { ...signRequest({ method, path, body: text }, by, at), ...rest.headers };
    return this.send({ ...rest, path, method, body: text, headers });
  }

  /** Everything that letters could change: tasks of the swarm and of users, peers. Nonces are for those who were let in. */
  async contents(): Promise<string> {
    const { store } = this.stage;
    const owners = [
      { swarm: 'desk', role: 'swarm', id: 'weather' },
      { swarm: 'annex', role: 'swarm', id: 'weather' },
      { swarm: 'desk', role: 'user', id: 'alice' },
      { swarm: 'desk', role: 'user', id: 'u-1' },
    ] as const;
    const tasks = await Promise.all(owners.map((owner) => store.list(owner, undefined, 100)));
    const loaded = await Promise.all(tasks.flat().map(({ key: task }) => store.load(task)));
    const records = await Promise.all(
      ['peer', 'peer-token', 'swarm', 'default-swarm', 'token'].map((kind) => store.records.list(kind)),
    );
    // Who works on a task is no part of it: a process lets go of one that is at rest when it gets round to it.
    return JSON.stringify([loaded, records], (name, value: unknown) => (name === 'node' ? undefined : value));
  }

  refusals(): LoggedLine[] {
    return this.lines.filter(({ message }) => message === 'a message from a peer was refused');
  }

  /** Resolves when the run has ended and everybody has been told. */
  async settled(taskId: string): Promise<Loose> {
    const owner = { swarm: 'desk', role: 'swarm', id: 'weather' } as const;
    const { store } = this.stage;
    await until(async () => {
      const task = await store.find(owner, taskId);
      return task?.openRun === null && (await store.load(task.key)).mail.every(({ mailbox }) => mailbox !== '@weather');
    });
    return store.find(owner, taskId) as Promise<Loose>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stage[Symbol.asyncDispose]();
    await this.#peer[Symbol.asyncDispose]();
  }
}
