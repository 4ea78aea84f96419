import type { z } from 'zod';
import type { Language } from '../errors/language.ts';
import type { OwnerServices } from '../services/services.ts';
import type { ProgressText } from './progress.ts';

/** What a tool works with beside its input. */
export type ToolContext = {
  /** Everything is this owner's. */
  readonly services: OwnerServices;
  readonly language: Language;
  readonly signal: AbortSignal;
  /** Says how far it is, in a few words. */
  readonly report: (text: ProgressText) => void;
};

/** What comes of a call: a few words for the model, and the facts for whoever shows them. */
export type ToolResult = { readonly text: string; readonly details: Readonly<Record<string, unknown>> };

/** Something that an agent can do. What goes wrong in expected ways is thrown as a `JobsError`. */
export type JobsTool<Input extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  /** For lists of tools. */
  readonly category: 'Discovery' | 'Analysis' | 'Tailoring' | 'Resumes';
  readonly label: string;
  /** For the model. */
  readonly description: string;
  readonly input: Input;
  run(input: z.output<Input>, context: ToolContext): ToolResult | Promise<ToolResult>;
};

/** Keeps the type of the input while a tool is written, and lets tools of all inputs stand in one list. */
export function defineTool<Input extends z.ZodObject>(tool: JobsTool<Input>): JobsTool {
  return tool as unknown as JobsTool;
}
