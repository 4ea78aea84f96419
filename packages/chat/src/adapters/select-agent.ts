import { type AgentRegistry, agents } from './agent-registry.ts';

export interface AgentSelection {
  /** What the session asks for. */
  readonly session?: string | undefined;
  /** What the configuration says. */
  readonly config?: string | undefined;
  /** The surroundings, `process.env` unless given; `AGENT` is what is read of them. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The agents there are, those of this process unless given. */
  readonly registry?: AgentRegistry | undefined;
}

/**
 * The name of the agent that answers: what the session asks for, else `AGENT`, else what the configuration says, else
 * none. Rejects with `agent_not_found` for a name that nobody registered. A server calls it once at its start, without
 * a session, so that a wrong name is found then and not by the first user.
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
