import { defined } from '@posthouse/protocol';
import type { Session } from '@posthouse/store';
import { z } from 'zod';
import type { StoredAgentSession } from '../agent-sessions/agent-session-store.ts';
import type { OpenApproval } from '../agent-sessions/open-approvals.ts';

const status = z.enum(['ready', 'running', 'paused']);

const swarmSessionSchema = z
  .strictObject({
    id: z.string(),
    swarm: z.string(),
    title: z.string(),
    taskId: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    status: status.optional(),
  })
  .meta({ id: 'ChatSession' });

export const agentSessionBodySchema = z
  .strictObject({
    id: z.string(),
    agent: z.string(),
    title: z.string(),
    cwd: z.string(),
    model: z.string().optional(),
    agentSessionId: z.string().optional(),
    usage: z.record(z.string(), z.number()).optional(),
    cost: z.number().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
    status,
    queue: z.array(z.strictObject({ id: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })),
    approvals: z
      .array(
        z.strictObject({
          approvalId: z.string(),
          toolCallId: z.string(),
          toolName: z.string(),
          input: z.unknown().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'AgentChatSession' });

export const sessionBodySchema = z.union([swarmSessionSchema, agentSessionBodySchema]);

export type SessionBody = z.infer<typeof swarmSessionSchema>;
export type AgentSessionBody = z.infer<typeof agentSessionBodySchema>;

/** A session on a swarm as clients see it. */
export function toSessionBody({ id, agent, title, taskId, createdAt, updatedAt }: Session): SessionBody {
  return { id, swarm: agent, title, taskId, createdAt, updatedAt };
}

/** A session with an agent as clients see it. */
export function toAgentSessionBody(session: StoredAgentSession, approvals: OpenApproval[] = []): AgentSessionBody {
  const { id, agent, title, data, createdAt, updatedAt } = session;
  const { cwd, model, agentSessionId, usage, cost, queue, run } = data;
  return {
    id,
    agent,
    title,
    cwd,
    ...defined({ model, agentSessionId, usage: usage as Record<string, number> | undefined }),
    cost,
    createdAt,
    updatedAt,
    status: run?.status ?? 'ready',
    queue,
    ...(approvals.length === 0 ? {} : { approvals }),
  };
}
