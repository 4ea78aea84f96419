import * as newest from 'ai';
import * as newest6 from 'ai-6';
import * as oldest6 from 'ai-6-oldest';

/**
 * The AI SDK of one version. The types are those of AI SDK 6: what all versions have in common, under the names that all
 * of them know.
 */
export type AI = typeof newest6;

export const aiVersions: [name: string, ai: AI][] = [
  ['ai 6.0.45', oldest6 as unknown as AI],
  ['ai 6', newest6],
  ['ai 7', newest as unknown as AI],
];

export type { ModelMessage, ToolSet, UIMessage } from 'ai-6';
