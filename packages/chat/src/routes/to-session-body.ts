import type { Session } from '@posthouse/store';
import { z } from 'zod';

export const sessionBodySchema = z
  .strictObject({
    id: z.string(),
    swarm: z.string(),
    title: z.string(),
    taskId: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    status: z.enum(['ready', 'running', 'paused']).optional(),
  })
  .meta({ id: 'ChatSession' });

/** A session as clients see it. */
export function toSessionBody({ id, agent, title, taskId, createdAt, updatedAt }: Session) {
  return { id, swarm: agent, title, taskId, createdAt, updatedAt };
}
