import { context, propagation } from '@opentelemetry/api';
import {
  EVERYONE,
  type InterswarmPost,
  interswarmPostWire,
  interswarmResultWire,
  invalidInput,
  type MAILAddress,
  type MAILMessage,
  messageResultWire,
  newId,
  parseJSON,
  PosthouseError,
  postMessageWire,
  toTimestamp,
} from '@posthouse/protocol';
import { guardedFetch } from '@posthouse/runtime';
import type { ServerFederation } from '../server-federation.ts';
import type { Peer } from '../registry/peer.ts';
import { toPeerError } from './send-to-peer.ts';

/** What a user writes to agents of one swarm elsewhere. */
export type UserLetter = Omit<InterswarmPost, 'targets'> & { swarm: string; agents: string[]; key?: string };

const MAX_WAIT_MS = 3_600_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Asks agents of another server as a user of that server, and waits for the message that ends the task there. */
export async function askPeer(
  federation: ServerFederation,
  letter: UserLetter,
  signal: AbortSignal,
): Promise<MAILMessage> {
  const peer = await federation.registry.lookup(letter.swarm);
  const response = await send(federation, peer, { ...letter, stream: false }, signal);
  const text = await response.text();
  try {
    const value = parseJSON(text);
    if (peer.kind === 'ours') return interswarmResultWire.parse(value).value.response;
    const { swarm, agents, taskId = newId() } = letter;
    const sender = { addressType: 'agent', address: `${agents[0]}@${swarm}` } as const;
    return toEndMessage({ taskId, swarm }, { sender, body: messageResultWire.parse(value).value.response });
  } catch (cause) {
    const message = `swarm '${peer.name}' answered with something that is not an answer`;
    throw new PosthouseError({ code: 'peer_unreachable', message, cause });
  }
}

/** The same, as a stream of MAIL frames. */
export async function streamPeer(
  federation: ServerFederation,
  letter: UserLetter,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const peer = await federation.registry.lookup(letter.swarm);
  const response = await send(federation, peer, { ...letter, stream: true }, signal);
  return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
}

async function send(
  { outbound }: Pick<ServerFederation, 'outbound'>,
  peer: Peer,
  letter: UserLetter,
  signal: AbortSignal,
): Promise<Response> {
  const { path, body } = toUserRequest(peer, letter);
  const traced: Record<string, string> = {};
  propagation.inject(context.active(), traced);
  try {
    const response = await guardedFetch(`${peer.baseURL}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: letter.stream === true ? 'text/event-stream' : 'application/json',
        Authorization: `Bearer ${letter.userToken}`,
        ...traced,
        ...(letter.key === undefined ? {} : { 'Idempotency-Key': letter.key }),
      },
      body: JSON.stringify(body),
      policy: {
        ...outbound,
        timeoutMs: MAX_WAIT_MS,
        maxBytes: letter.stream === true ? Number.MAX_SAFE_INTEGER : MAX_ANSWER_BYTES,
      },
      redirect: 'error',
      signal,
    });
    if (response.ok) return response;
    throw refused(peer, response.status, await response.text());
  } catch (cause) {
    signal.throwIfAborted();
    throw toPeerError(cause);
  }
}

/**
 * A server of ours takes the message as it is. MAIL's own would send it on to itself until nothing goes any more, so there
 * the agent is addressed like the entrypoint of a task.
 */
function toUserRequest(peer: Peer, letter: UserLetter): { path: string; body: object } {
  const { swarm, agents, key: _, ignoreStreamPings: __, ...post } = letter;
  if (peer.kind === 'ours') {
    const targets = agents.map((agent) => `${agent}@${swarm}`);
    return { path: '/interswarm/message', body: interswarmPostWire.emit({ ...post, targets }) };
  }
  const [entrypoint, ...others] = agents;
  if (others.length > 0) {
    const message = `swarm '${swarm}' speaks plain MAIL: write to one of its agents at a time`;
    throw invalidInput(message);
  }
  const { body, subject = 'Interswarm Message', taskId, stream } = post;
  const message = { body, subject, msgType: 'request' as const, entrypoint: entrypoint! };
  const rest = { taskId, stream };
  return { path: '/message', body: postMessageWire.emit({ ...message, ...rest }) };
}

/** A message that ends a task of a swarm, for an answer that is in no such message. */
export function toEndMessage(
  { taskId, swarm }: { taskId: string; swarm: string },
  { sender, subject = '::task_complete::', body }: { sender: MAILAddress; subject?: string; body: string },
): MAILMessage {
  return {
    id: newId(),
    timestamp: toTimestamp(new Date()),
    msgType: 'broadcast_complete',
    message: {
      taskId,
      broadcastId: newId(),
      sender,
      recipients: [{ addressType: 'agent', address: EVERYONE }],
      subject,
      body,
      senderSwarm: swarm,
      recipientSwarms: [swarm],
      routingInfo: {},
    },
  };
}

/** What the other server said no to is the caller's to know: their token, their agent. Anything else is out of reach. */
function refused(peer: Peer, status: number, text: string): PosthouseError {
  let detail = '';
  try {
    const value = parseJSON(text) as { detail?: unknown };
    detail = typeof value.detail === 'string' ? `: ${value.detail.slice(0, 500)}` : '';
  } catch {
    // Pages and other strange things are not repeated.
  }
  const code = status >= 400 && status < 500 ? 'peer_refused' : 'peer_unreachable';
  const message = `server failed to send interswarm message: swarm '${peer.name}' answered with status ${status}${detail}`;
  return new PosthouseError({ code, message, details: { status } });
}
