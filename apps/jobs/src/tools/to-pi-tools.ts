import type { JSONObject } from '@posthouse/protocol';
import type { PiTool, PiToolResult } from '@posthouse/agents';
import { z } from 'zod';
import { isToolAllowed, type ToolRules } from '../agent/is-tool-allowed.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { checkInput } from '../http/check-input.ts';
import type { OwnerServices } from '../services/services.ts';
import { ALL_TOOLS } from './all-tools.ts';
import type { JobsTool } from './jobs-tool.ts';
import type { ProgressText } from './progress.ts';

export type PiToolsOptions = {
  readonly services: OwnerServices;
  readonly language: () => Language;
  /** What the agent may use, as the configuration says at the moment it is asked. */
  readonly rules: () => ToolRules;
  readonly tools?: readonly JobsTool[];
};

/**
 * The tools that an agent may use, as pi takes them. Whether it may is asked again at each call, because the
 * configuration may have changed since, and a model can write any name it likes.
 */
export function toPiTools({ services, language, rules, tools = ALL_TOOLS }: PiToolsOptions): PiTool[] {
  const allowed = rules();
  return tools
    .filter(({ name }) => isToolAllowed(name, allowed))
    .map((tool) => ({
      name: tool.name,
      label: tool.label,
      description: tool.description,
      parameters: toParameters(tool),
      execute: async (_, input: unknown, signal = new AbortController().signal, onUpdate) => {
        const report = (text: ProgressText): void => onUpdate?.(toResult(text[language()], undefined));
        try {
          if (!isToolAllowed(tool.name, rules())) throw new JobsError('toolDenied', { values: { name: tool.name } });
          signal.throwIfAborted();
          const checked = checkInput(tool.input, input ?? {}, language());
          const result = await tool.run(checked, { services, language: language(), signal, report });
          signal.throwIfAborted();
          return toResult(result.text, JSON.parse(JSON.stringify(result.details)));
        } catch (error) {
          throw toToolError(error, language());
        }
      },
    }));
}

/** The parameters of a tool as a JSON Schema. */
export function toParameters({ input }: JobsTool): JSONObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema as JSONObject;
}

/** An error in the form in which models and people read it: the code, then the sentence. */
function toToolError(error: unknown, language: Language): unknown {
  if (!(error instanceof JobsError)) return error;
  return new Error(`${error.code}: ${error.text(language)}`, { cause: error });
}

function toResult(text: string, details: unknown): PiToolResult {
  return { content: [{ type: 'text', text }], details };
}
