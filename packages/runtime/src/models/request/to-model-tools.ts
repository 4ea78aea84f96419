import { PosthouseError, type ToolSpec } from '@posthouse/protocol';
import { jsonSchema, tool, type ToolSet } from 'ai';

export type ModelToolsOptions = {
  tools: readonly ToolSpec[];
  providerTools?: Record<string, unknown>;
  /** The model's provider as the AI SDK names it, such as `openai.responses`. */
  provider: string;
};

/**
 * The tools as the AI SDK takes them. It neither runs them nor checks what the model writes against their schemas: both
 * is up to whoever runs the calls, who knows what a tool forgives.
 */
export function toModelTools({ tools, providerTools = {}, provider }: ModelToolsOptions): ToolSet {
  const taken = Object.keys(providerTools).find((name) => tools.some((each) => each.name === name));
  if (taken !== undefined) {
    throw new PosthouseError({ code: 'tool_name_taken', message: `the provider tool ${taken} has the name of a tool` });
  }
  return Object.fromEntries([
    ...tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), ...strictness(provider) }),
    ]),
    ...Object.entries(providerTools).map(([name, each]) => [
      name,
      { ...(each as ToolSet[string]), execute: undefined },
    ]),
  ]) as ToolSet;
}

/**
 * OpenAI's Responses rewrites schemas for its strict mode unless told not to: optional parameters become required ones
 * that may be null, and models then send nulls which the tool never allowed.
 */
function strictness(provider: string): { strict?: false } {
  return provider === 'openai.responses' ? { strict: false } : {};
}
