import type {
  ApproveSwarm,
  InterswarmPost,
  InterswarmResult,
  PeerList,
  RegisterSwarm,
  SwarmChanged,
  SwarmList,
} from '@posthouse/protocol';
import {
  approveSwarmWire,
  discoverSwarmsWire,
  interswarmPostWire,
  interswarmResultWire,
  loadSwarmWire,
  peerListWire,
  PosthouseError,
  registerSwarmWire,
  swarmChangedWire,
  swarmListWire,
  unregisterSwarmWire,
} from '@posthouse/protocol/light';
import type { RequestOptions } from '../http/request.ts';
import { type Requester, toRequestOptions } from './requester.ts';
import type { SwarmChoice } from './server-methods.ts';

/** A message to agents of other swarms. Without `userToken` it carries the client's own. */
export type InterswarmMessage = Omit<InterswarmPost, 'userToken'> & { userToken?: string };

/** The swarms of the server, and the servers of other swarms. */
export type SwarmMethods = {
  getSwarms(options?: RequestOptions): Promise<SwarmList>;
  /** Registers another swarm server with this one. For admins. */
  registerSwarm(registration: RegisterSwarm, options?: RequestOptions): Promise<SwarmChanged>;
  /** Removes another server from the registry. For admins; only Posthouse servers can. */
  unregisterSwarm(name: string, options?: RequestOptions): Promise<SwarmChanged>;
  /**
   * The other servers, public or not, including those that wait for approval. For admins; only Posthouse servers
   * can.
   */
  getPeers(options?: RequestOptions): Promise<PeerList>;
  /** Asks registries for swarms, through the server. For admins; only Posthouse servers can. */
  discoverSwarms(urls: string[], options?: RequestOptions): Promise<PeerList>;
  /** Lets agents write to a discovered swarm. For admins; only Posthouse servers can. */
  approveSwarm(approval: ApproveSwarm, options?: RequestOptions): Promise<SwarmChanged>;
  /** Writes a swarm to the server's log. For admins. */
  dumpSwarm(options?: RequestOptions & SwarmChoice): Promise<SwarmChanged>;
  /**
   * Loads one swarm, given as an object or as JSON text. It becomes the default of the server, unless `keepDefault` is set,
   * which only Posthouse servers know. For admins.
   */
  loadSwarm(swarm: object | string, options?: RequestOptions & { keepDefault?: boolean }): Promise<SwarmChanged>;
  /** Sends a message to agents of other swarms and waits for the answer, however long it takes. */
  sendInterswarmMessage(message: InterswarmMessage, options?: RequestOptions): Promise<InterswarmResult>;
};

export function swarmMethods(requester: Requester): SwarmMethods {
  const post = (path: string, body: unknown, options: RequestOptions = {}) =>
    ({ method: 'POST', path, body, ...toRequestOptions(options) }) as const;

  return {
    getSwarms: (options = {}) =>
      requester.safely({ method: 'GET', path: '/swarms', ...toRequestOptions(options) }, swarmListWire),
    registerSwarm: async (registration, options) =>
      requester.once(post('/swarms', registerSwarmWire.emit(registration), options), swarmChangedWire),
    unregisterSwarm: async (name, options) =>
      requester.once(post('/swarms/unregister', unregisterSwarmWire.emit({ name }), options), swarmChangedWire),
    getPeers: (options = {}) =>
      requester.safely({ method: 'GET', path: '/swarms/peers', ...toRequestOptions(options) }, peerListWire),
    discoverSwarms: async (urls, options) =>
      requester.once(post('/swarms/discover', discoverSwarmsWire.emit({ urls }), options), peerListWire),
    approveSwarm: async (approval, options) =>
      requester.once(post('/swarms/approve', approveSwarmWire.emit(approval), options), swarmChangedWire),
    dumpSwarm: ({ swarm, ...options } = {}) =>
      requester.safely(
        { method: 'GET', path: '/swarms/dump', query: { swarm }, ...toRequestOptions(options) },
        swarmChangedWire,
      ),
    async loadSwarm(swarm, { keepDefault, ...options } = {}) {
      const json = typeof swarm === 'string' ? swarm : JSON.stringify(swarm);
      const body = loadSwarmWire.emit({ json, keepDefault });
      return requester.once(post('/swarms/load', body, options), swarmChangedWire);
    },
    async sendInterswarmMessage(message, options) {
      const userToken = message.userToken ?? (await requester.connection.readToken());
      if (userToken === undefined) {
        const text = 'a message to other swarms needs a token: give one to the client, or a userToken to the message';
        throw new PosthouseError({ code: 'unauthenticated', message: text });
      }
      const body = interswarmPostWire.emit({ ...message, userToken });
      return requester.once(
        post('/interswarm/message', body, { timeoutMs: Number.POSITIVE_INFINITY, ...options }),
        interswarmResultWire,
      );
    },
  };
}
