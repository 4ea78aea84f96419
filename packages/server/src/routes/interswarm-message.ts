import {
  describeValue,
  type InterswarmPost,
  interswarmPostWire,
  invalidInput,
  type LogEntry,
  type MAILMessage,
  newId,
  parseAgentAddress,
  PosthouseError,
  textOfJSON,
} from '@posthouse/protocol';
import type { Submitted, SwarmInstance } from '@posthouse/runtime';
import { readWholeLog } from '@posthouse/store';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import type { Caller } from '../auth/caller.ts';
import { mergeEventStreams } from '../federation/merge-event-streams.ts';
import { askPeer, streamPeer, toEndMessage, type UserLetter } from '../federation/router/ask-peer.ts';
import { interswarmRoutes } from '../openapi/interswarm-routes.ts';
import { awaitResult, type PostOutcome, submit } from './answer-post.ts';
import { answerEventStream } from './event-stream.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';

type Group = { swarm: string; agents: string[] };
/** Everything that concerns all swarms of one message. */
type Sending = { post: InterswarmPost; taskId: string | undefined; key: string | undefined; caller: Caller };

/**
 * `POST /interswarm/message`: a user writes to agents of any swarm and waits for the answers. Those of this server get the
 * message here; for the others it goes to their server, with the token that the user has there.
 */
export function addInterswarmMessageRoutes({ on, served, streams, sharedTokens }: AppParts): void {
  on(interswarmRoutes.sendInterswarm, async (c) => {
    const { post, groups } = toInterswarmPlan(await readJSON(c), served.defaultSwarm);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const taskId = post.taskId ?? (key === undefined ? newId() : undefined);
    const sending: Sending = { post, taskId, key, caller: c.get('caller') };
    const remote = await findRemote(groups);
    if (remote.length > 0) refuseOwnToken(sending);
    const { signal } = c.req.raw;
    if (post.stream === true) {
      const opened = await Promise.all(groups.map((group) => open(group, sending, signal)));
      const [only] = opened;
      const whole = opened.length === 1 && post.ignoreStreamPings !== true;
      const body = whole ? only! : mergeEventStreams(opened, { pings: post.ignoreStreamPings !== true });
      return answerEventStream(c, taskId ?? '', () => body);
    }
    const answers = await Promise.all(groups.map((group) => ask(group, sending, signal)));
    const responses = Object.fromEntries(groups.map(({ swarm }, index) => [swarm, answers[index]!]));
    const result = { response: answers[0]!, events: null, ...(groups.length === 1 ? {} : { responses }) };
    return result;
  });

  /** Makes sure that all swarms are known before anybody is written to. */
  async function findRemote(groups: readonly Group[]): Promise<Group[]> {
    const remote = groups.filter(({ swarm }) => !served.serves(swarm));
    for (const { swarm } of remote) {
      // Whoever misspells a swarm is told which ones there are.
      if (!served.federation.router.knows(swarm)) {
        await served.federation.registry.lookup(swarm).catch(() => served.definition(swarm));
      }
    }
    return remote;
  }

  /** A token of this server is good for nothing elsewhere but to be stolen, unless the servers share who knows tokens. */
  function refuseOwnToken({ post, caller }: Sending): void {
    if (sharedTokens || post.userToken !== caller.token) return;
    const message = 'user_token must be a token of the other server, not of this one';
    throw invalidInput(message);
  }

  async function ask(group: Group, sending: Sending, signal: AbortSignal): Promise<MAILMessage> {
    const { swarm } = group;
    if (!served.serves(swarm)) return askPeer(served.federation, toUserLetter(group, sending), signal);
    const instance = served.instance(sending.caller, swarm);
    const submitted = await submitAll(instance, group, sending);
    const outcome = await awaitResult(instance, submitted, {}, signal);
    const { taskId, after } = submitted;
    const { key } = await findTask(instance, taskId);
    const log = await readWholeLog(served.store, key, after);
    return findCompletion(log, { taskId, swarm, outcome });
  }

  async function open(group: Group, sending: Sending, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    if (!served.serves(group.swarm)) return streamPeer(served.federation, toUserLetter(group, sending), signal);
    const instance = served.instance(sending.caller, group.swarm);
    const submitted = await submitAll(instance, group, sending);
    return streams.open({ task: await findTask(instance, submitted.taskId), submitted, after: submitted.after });
  }
}

/** One message for each agent, all in one task. The answer is that to the last one. */
async function submitAll(
  instance: SwarmInstance,
  { agents }: Group,
  { post, taskId, key }: Sending,
): Promise<Submitted> {
  const { body, subject = 'Interswarm Message', msgType = 'request' } = post;
  let last: Submitted | undefined;
  for (const [index, entrypoint] of agents.entries()) {
    const id = last?.taskId ?? taskId;
    const work = {
      post: {
        body,
        subject,
        messageType: msgType,
        entrypoint,
        evenIfFull: true,
        taskId: id,
      },
    };
    last = await submit(instance, { work }, key === undefined || index === 0 ? key : `${key}/${index}`);
  }
  return last!;
}

function toUserLetter({ swarm, agents }: Group, { post, taskId, key }: Sending): UserLetter {
  return { ...post, swarm, agents, taskId, key };
}

/** The message that ended a run. A run that no agent has completed is told of in the words of the system. */
function findCompletion(
  log: readonly LogEntry[],
  { taskId, swarm, outcome }: { taskId: string; swarm: string; outcome: PostOutcome },
): MAILMessage {
  const last = log.findLast((entry) => entry.type === 'message' && entry.message.msgType === 'broadcast_complete') as
    | Extract<LogEntry, { type: 'message' }>
    | undefined;
  if (outcome.status === 'complete' && last !== undefined) return last.message;
  const sender = { addressType: 'system', address: swarm } as const;
  return toEndMessage({ taskId, swarm }, { sender, subject: toSubject(outcome), body: outcome.response });
}

function toSubject({ status, code }: PostOutcome): string {
  if (status === 'complete') return '::task_complete::';
  if (status === 'paused') return '::breakpoint_tool_call::';
  return code === 'task_timeout' ? '::task_timeout::' : '::task_error::';
}

/** What a user writes to agents, by the swarms that they belong to, in the order they were named. */
type InterswarmPlan = { post: InterswarmPost; groups: { swarm: string; agents: string[] }[] };

/** Reads the body of `POST /interswarm/message`, in the order in which MAIL looks at it. */
function toInterswarmPlan(body: Record<string, unknown>, defaultSwarm: string): InterswarmPlan {
  if (!body.user_token) throw new PosthouseError({ code: 'unauthenticated', message: 'user token is required' });
  const { targets, body: text } = body;
  if (
    !targets ||
    (Array.isArray(targets) && targets.length === 0) ||
    text === undefined ||
    text === null ||
    text === ''
  ) {
    throw invalidInput("'targets' and 'body' are required");
  }
  const type = body.msg_type || 'request';
  if (type !== 'request' && type !== 'broadcast') {
    const shown = typeof type === 'string' ? type.slice(0, 100) : describeValue(type);
    throw invalidInput(`msg_type '${shown}' is not supported for interswarm send`);
  }
  const { value: post } = interswarmPostWire.parse({ ...body, body: textOfJSON(text), msg_type: type });
  if (type === 'request' && post.targets.length !== 1)
    throw invalidInput("'request' messages require exactly one target");
  const groups = new Map<string, Set<string>>();
  for (const { name, swarm = defaultSwarm } of post.targets.map((target) => parseAgentAddress(target))) {
    groups.set(swarm, (groups.get(swarm) ?? new Set()).add(name));
  }
  return { post, groups: [...groups].map(([swarm, agents]) => ({ swarm, agents: [...agents] })) };
}
