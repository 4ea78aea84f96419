import type { ClientOptions } from './client-options.ts';
import { Requester } from './methods/requester.ts';
import { type MessageMethods, messageMethods } from './methods/message-methods.ts';
import { type ServerMethods, serverMethods } from './methods/server-methods.ts';
import { type SwarmMethods, swarmMethods } from './methods/swarm-methods.ts';
import { type TaskMethods, taskMethods } from './methods/task-methods.ts';

/** A MAIL server, as a program sees it. Every method takes a `signal` and a `timeoutMs`. */
export type MAILClient = ServerMethods & MessageMethods & TaskMethods & SwarmMethods;

/**
 * Creates a client for a MAIL server, ours or another. It opens no connection until you call it, and you do not need
 * to close it.
 *
 * @example
 * const client = createClient({ baseURL: 'http://127.0.0.1:8000', token: process.env.POSTHOUSE_TOKEN });
 * const { response } = await client.postMessage({ body: 'What is 2 + 2?' });
 */
export function createClient(options: ClientOptions): MAILClient {
  const requester = new Requester(options);
  return {
    ...serverMethods(requester),
    ...messageMethods(requester),
    ...taskMethods(requester),
    ...swarmMethods(requester),
  };
}
