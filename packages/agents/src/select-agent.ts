import { type AgentRegistry, agents } from './agent-registry.ts';

export interface AgentSelection {
  /** What the session asks for. */
  readonly session?: string | undefined;
  /** What the configuration says. */
  readonly config?: string | undefined;
  /** The environment, `process.env` by default; only `AGENT` is read. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The known agents; those of this process by default. */
  readonly registry?: AgentRegistry | undefined;
}

/**
 * The name of the agent that answers: the one that the session names, else `AGENT`, else the one in the
 * configuration, else none. Rejects with `agent_not_found` for an unknown name. A server calls it once at its start,
 * without a session, so that a wrong name is found then and not by the first user.
 *
 * @example
 * const name = await selectAgent({ session: body.agent, config: settings.agent });
 */
export async function selectAgent(selection: AgentSelection): Promise<string | undefined> {
  const { session, config, env = process.env, registry = agents } = selection;
  const name = [session, env.AGENT, config].find((each) => each !== undefined && each !== '');
  if (name !== undefined) await registry.check(name);
  return name;
}
