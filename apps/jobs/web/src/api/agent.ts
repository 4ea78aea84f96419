import type { Server } from '@posthouse/components';

/** How the assistant is. */
export type AgentStatus = { status: string; model: { resolved: string | null; available: boolean } };

export async function loadAgentStatus(server: Server, signal?: AbortSignal): Promise<AgentStatus> {
  return (await server.ask('/jobs/agent/status', { signal })) as AgentStatus;
}
