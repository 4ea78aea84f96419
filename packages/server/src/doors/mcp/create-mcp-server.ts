import { context, propagation, trace } from '@opentelemetry/api';
import { formatInstance, PosthouseError } from '@posthouse/protocol';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { currentCause, toTraceparent, withCause } from '@posthouse/runtime';
import type { AppParts } from '../../app/app-parts.ts';
import { type Caller, toInstance } from '../../auth/caller.ts';
import { toTaskId } from '../../routes/idempotency.ts';
import { packageVersion } from '../../versions.ts';
import { callSwarm } from './call-swarm.ts';
import type { SDK } from './load-sdk.ts';
import { progressReporter } from './progress-reporter.ts';
import type { RunningCalls } from './running-calls.ts';
import { toErrorResult } from './to-call-result.ts';
import { toTool } from './to-tool.ts';
import { toToolNames } from './tool-names.ts';

const INSTRUCTIONS =
  'Each tool is a swarm: a team of agents that works on your message and answers it. To continue a task, give the task_id of its answer. ' +
  'A paused task names the calls that it waits for; answer them with tool_results.';

export type MCPVisit = {
  parts: AppParts;
  sdk: SDK;
  caller: Caller;
  /** The session that the client names. */
  session: string | undefined;
  /** Aborts when the client hangs up. */
  left: AbortSignal;
  /** Resolves when the client has taken what it was sent. */
  room: () => Promise<void>;
  calls: RunningCalls;
};

/**
 * What answers one request of an MCP client. It keeps nothing between requests, so that any process can answer the next
 * one; what has to last is in the log of the task.
 */
export function createMCPServer(visit: MCPVisit): InstanceType<SDK['Server']> {
  const { parts, sdk, calls } = visit;
  const { served } = parts;
  const server = new sdk.Server(
    { name: 'posthouse', version: packageVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );

  server.setRequestHandler(sdk.ListToolsRequestSchema, () => {
    const names = toToolNames(served.swarmNames());
    return { tools: [...names].map(([name, swarm]) => toTool(name, served.definition(swarm))) };
  });

  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, extra) => {
    const { progressToken } = extra._meta ?? {};
    const send = async (progress: { progress: number; message: string }): Promise<void> => {
      if (progressToken === undefined) return;
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, ...progress } });
      await visit.room();
    };
    using reporter = progressReporter(send, parts.pingMs);
    const call = { requestId: extra.requestId, reporter };
    const result = await followTrace(extra._meta, () => answerCall(visit, params, call));
    await reporter.sent();
    return result;
  });

  server.setNotificationHandler(sdk.CancelledNotificationSchema, async ({ params: { requestId } }) => {
    if (requestId === undefined || calls.cancel(toCallName(visit, requestId))) return;
    await cancelElsewhere(visit, requestId);
  });

  return server;
}

type Call = { requestId: string | number; reporter: ReturnType<typeof progressReporter> };

async function answerCall(
  visit: MCPVisit,
  { name, arguments: input }: { name: string; arguments?: unknown },
  { requestId, reporter }: Call,
): Promise<CallToolResult> {
  const { parts, caller, calls, left } = visit;
  const { served, logger } = parts;
  const running = calls.begin(toCallName(visit, requestId));
  let taskId: string | undefined;
  try {
    const names = toToolNames(served.swarmNames());
    const swarm = names.get(name);
    if (swarm === undefined) return toErrorResult(unknownTool(name, [...names.keys()]));
    const own = toOwnTask(visit, swarm, requestId);
    return await callSwarm({
      parts,
      instance: served.instance(caller, swarm),
      input,
      cancelled: running.signal,
      left,
      onTask: (id) => (taskId = id),
      onProgress: (line) => reporter.report(line),
      pace: reporter.pace,
      own,
    });
  } catch (error) {
    if (!PosthouseError.isInstance(error) && !left.aborted) logger.error('a tool call failed', { swarm: name, error });
    return toErrorResult(error, taskId);
  } finally {
    running.end();
  }
}

/** Another process may be at work on the call; the id of its task can be told from the call alone. */
async function cancelElsewhere(visit: MCPVisit, requestId: string | number): Promise<void> {
  const { parts, caller } = visit;
  for (const swarm of parts.served.swarmNames()) {
    const own = toOwnTask(visit, swarm, requestId);
    const instance = parts.served.instance(caller, swarm);
    if (own !== undefined && (await instance.task(own.taskId)) !== undefined) await instance.cancel(own.taskId);
  }
}

/** Requests have names within a session only; without one, nobody can tell them apart. */
function toOwnTask(
  { caller, session }: MCPVisit,
  swarm: string,
  requestId: string | number,
): { taskId: string; key: string } | undefined {
  if (session === undefined) return undefined;
  const key = `mcp ${session.slice(0, 100)} ${typeof requestId} ${String(requestId).slice(0, 100)}`;
  return { taskId: toTaskId(key, toInstance(caller, swarm)), key };
}

function toCallName({ caller, session }: MCPVisit, requestId: string | number): string {
  return JSON.stringify([formatInstance(toInstance(caller, '*')), session ?? null, requestId]);
}

function unknownTool(name: string, known: readonly string[]): PosthouseError {
  return new PosthouseError({
    code: 'swarm_not_found',
    message: `there is no tool '${name.slice(0, 100)}'; there is ${known.join(', ')}`,
  });
}

/**
 * Does what a call asks for as a part of the trace that the call itself names, as MCP has it: a client whose messages pass
 * through others cannot rely on headers. A request whose headers name the same trace has its place in it already.
 */
function followTrace<Result>(meta: object | undefined, work: () => Result): Result {
  const around = propagation.extract(context.active(), meta ?? {});
  const named = trace.getSpanContext(around);
  if (named === undefined || named.traceId === trace.getSpanContext(context.active())?.traceId) return work();
  return withCause({ ...currentCause(), trace: toTraceparent(named) }, () => context.with(around, work));
}
