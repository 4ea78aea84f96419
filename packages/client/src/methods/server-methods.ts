import type { Health, JSONObject, ServerInfo, ServerStatus, UIAgents, Whoami } from '@posthouse/protocol';
import {
  healthUpdateWire,
  healthWire,
  serverInfoWire,
  serverStatusWire,
  uiAgentsWire,
  whoamiWire,
} from '@posthouse/protocol/light';
import { toBearer } from '../http/connection.ts';
import type { RequestOptions } from '../http/request.ts';
import { RequestError } from '../http/request-error.ts';
import { type Requester, plainReader, toRequestOptions } from './requester.ts';

/** For methods that read one swarm of a server; its default one if none is named. */
export type SwarmChoice = { swarm?: string };

/** The server itself: its identity and health, and who we are to it. */
export type ServerMethods = {
  /** What the server says about itself. Never repeated: it asks how things are now. */
  ping(options?: RequestOptions & SwarmChoice): Promise<ServerInfo>;
  getHealth(options?: RequestOptions): Promise<Health>;
  /** Sets what `getHealth` says. For admins. */
  updateHealth(status: string, options?: RequestOptions): Promise<Health>;
  /** Whether the process answers. */
  isLive(options?: RequestOptions): Promise<boolean>;
  /** Whether it takes requests: not while it is starting or draining. */
  isReady(options?: RequestOptions): Promise<boolean>;
  /** Checks a token and, if it is valid, uses it from now on. */
  login(token: string, options?: RequestOptions): Promise<Whoami>;
  whoami(options?: RequestOptions): Promise<Whoami>;
  status(options?: RequestOptions): Promise<ServerStatus>;
  /** The agents of a swarm. */
  getAgents(options?: RequestOptions & SwarmChoice): Promise<UIAgents>;
  /** The server's OpenAPI document. */
  openapi(options?: RequestOptions): Promise<JSONObject>;
};

export function serverMethods(requester: Requester): ServerMethods {
  const get = (path: string, options: RequestOptions & SwarmChoice = {}) =>
    ({ method: 'GET', path, query: { swarm: options.swarm }, ...toRequestOptions(options) }) as const;

  return {
    ping: (options) => requester.once(get('/', options), serverInfoWire),
    getHealth: (options) => requester.once(get('/health', options), healthWire),
    updateHealth: (status, options = {}) =>
      requester.once(
        { method: 'POST', path: '/health', body: healthUpdateWire.emit({ status }), ...toRequestOptions(options) },
        healthWire,
      ),
    isLive: (options) => isFine(requester.once(get('/health/live', options), plainReader())),
    isReady: (options) => isFine(requester.once(get('/health/ready', options), plainReader())),
    async login(token, options = {}) {
      const headers = toBearer(token);
      const identity = await requester.once({ ...get('/whoami', options), headers }, whoamiWire);
      requester.connection.token = token;
      return identity;
    },
    whoami: (options) => requester.safely(get('/whoami', options), whoamiWire),
    status: (options) => requester.safely(get('/status', options), serverStatusWire),
    getAgents: (options) => requester.safely(get('/ui/agents', options), uiAgentsWire),
    openapi: (options) => requester.safely(get('/openapi.json', options), plainReader<JSONObject>()),
  };
}

/** A server that refuses was reached. */
async function isFine(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.answered && error.status === 503) return false;
    throw error;
  }
}
