import { type AgentConfig, DEFAULT_AGENT } from '../../agent/agent-config.ts';

/** An agent's file with a scripted model and another one to fall back to, or with none at all. */
export function toAgentFile(llm: string | undefined, config: Partial<AgentConfig> = {}): AgentConfig {
  const base = { ...DEFAULT_AGENT, ...config };
  if (llm === undefined) return base;
  const place = (model: string) => ({ provider: 'scripted', model, baseURL: `${llm}/v1` });
  return { ...base, models: { smart: place('first'), fast: place('second'), ...config.models } };
}
