import { z } from 'zod';
import { type AgentConfig, agentConfig, DEFAULT_AGENT, permissions } from './agent-config.ts';

/** A configuration, and what was wrong with the file it should have come from. */
export type AgentSetup = { config: AgentConfig; errors: string[] };

/**
 * Reads the text of an `agent.json`. One that cannot be understood is replaced by `fallback` (ours unless given), and
 * the errors say why. What it forbids is still forbidden, as long as that part of it can be read.
 */
export function readAgentConfig(text: string, fallback: AgentConfig = DEFAULT_AGENT): AgentSetup {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      config: fallback,
      errors: [`This is not JSON: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  const { success, data, error } = agentConfig.safeParse(value);
  if (success) return { config: data, errors: [] };
  const rules = z.object({ permissions }).safeParse(value);
  const config = rules.success ? { ...fallback, permissions: rules.data.permissions } : fallback;
  return { config, errors: error.issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`) };
}
