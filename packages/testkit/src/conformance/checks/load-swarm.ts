import type { Exchange } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';

/** A name that no swarm has, so that loading it replaces nothing on a server with several swarms. */
export const LOADED = 'conformance-loaded';

/** A swarm of a supervisor and helpers, valid unless the helpers make it invalid. */
export function smallSwarm({ helpers }: { helpers: readonly string[] }): Record<string, unknown> {
  const member = (name: string, leads: boolean, targets: readonly string[]): Record<string, unknown> => ({
    name,
    factory: leads
      ? 'python::mail.factories.supervisor:LiteLLMSupervisorFunction'
      : 'python::mail.factories.base:LiteLLMAgentFunction',
    comm_targets: [...new Set(targets)],
    enable_entrypoint: leads,
    can_complete_tasks: leads,
    agent_params: { llm: 'openai/conformance', system: `You are ${name}.` },
  });
  return {
    name: LOADED,
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: [member('supervisor', true, helpers), ...helpers.map((name) => member(name, false, ['supervisor']))],
    actions: [],
  };
}

/** `POST /swarms/load`. */
export function loadSwarm(lab: Lab, swarm: unknown): Promise<Exchange> {
  // Servers that know the key go on serving what the other checks ask.
  return lab.post('/swarms/load', { json: JSON.stringify(swarm), keep_default: true }, 'admin');
}
