import { type AgentObserver, AgentSessions, createAgentSessionStore } from '@posthouse/chat';
import type { AgentRegistry } from '@posthouse/agents';
import type { Engine } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { ChatOptions } from './chat-options.ts';

export type OpenAgentsOptions = {
  store: Store;
  engine: Pick<Engine, 'node'>;
  chat: ChatOptions;
  /** Whether every agent may be used. */
  development: boolean;
  /** Counts what agents do. */
  observer?: AgentObserver | undefined;
  onError: (error: unknown) => void;
};

/** Rejects with `agent_not_found`, and the names there are, when the configuration names an agent that nobody knows. */
export async function checkAgents(chat: ChatOptions): Promise<void> {
  for (const name of namedBy(chat)) await (await registryOf(chat)).check(name);
}

/** Opens the sessions with agents: closes what a process before this one has left open, and continues with what waits. */
export async function openAgents(options: OpenAgentsOptions): Promise<AgentSessions> {
  const { store, engine, chat, development, observer, onError } = options;
  const { agents = {}, folders } = chat;
  await using opened = new AsyncDisposableStack();
  const sessions = opened.use(
    new AgentSessions({
      store: createAgentSessionStore(store),
      registry: () => registryOf(chat),
      agents,
      names: development ? undefined : namedBy(chat),
      folders,
      nodes: { self: engine.node, isAlive: async (node) => (await store.nodes()).includes(node) },
      observer,
      onError,
    }),
  );
  await sessions.recover();
  opened.move();
  return sessions;
}

/** Adapters are many and large. Whoever never chats with one does not load them. */
async function registryOf({ registry }: ChatOptions): Promise<AgentRegistry> {
  return registry ?? (await import('@posthouse/agents')).agents;
}

function namedBy({ agent, agents = {} }: ChatOptions): string[] {
  return [...new Set([...(agent === undefined ? [] : [agent]), ...Object.keys(agents)])];
}
