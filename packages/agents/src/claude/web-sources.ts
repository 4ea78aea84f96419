import type { ClaudeBlock, ClaudeCitation } from './claude-event.ts';

/** A page that an answer rests on. */
export interface WebSource {
  readonly url: string;
  readonly title?: string;
}

/** Claude's own search, which asks the model server by itself and tells the pages it has found. */
const SEARCH_TOOL = 'WebSearch';

/** The pages that the result of a call names: what the model server has found or read, and what Claude has found itself. */
export function sourcesOf({ type, content }: ClaudeBlock, output: unknown, toolName: string | undefined): WebSource[] {
  if (type === 'web_search_tool_result') return pagesIn(content);
  if (type === 'web_fetch_tool_result') return pagesIn([content]);
  if (toolName !== SEARCH_TOOL) return [];
  const { results } = (output ?? {}) as { results?: unknown };
  return listOf(results).flatMap((each) => pagesIn((each as { content?: unknown } | null)?.content));
}

/** The pages that a text cites. */
export function citedIn(citations: readonly ClaudeCitation[]): WebSource[] {
  return pagesIn(citations);
}

/** Results of a search without what only the model server can read. */
export function withoutSealed(output: unknown): unknown {
  if (!Array.isArray(output)) return output;
  return output.map((each: unknown) => {
    if ((each as { type?: unknown } | null)?.type !== 'web_search_result') return each;
    const { encrypted_content: _, ...rest } = each as Record<string, unknown>;
    return rest;
  });
}

/** What the model server says when a call of its own has failed: it marks the content, and not the block. */
export function serverErrorOf({ content }: ClaudeBlock): string | undefined {
  const { type, error_code: code } = (content ?? {}) as { type?: unknown; error_code?: unknown };
  if (typeof type !== 'string' || !type.endsWith('_tool_result_error')) return undefined;
  return `The model server refused: ${typeof code === 'string' ? code.replaceAll('_', ' ') : 'no reason given'}.`;
}

function pagesIn(list: unknown): WebSource[] {
  return listOf(list).flatMap((each) => {
    const { url, title, content } = (each ?? {}) as { url?: unknown; title?: unknown; content?: { title?: unknown } };
    if (typeof url !== 'string' || url === '') return [];
    const name = title ?? content?.title;
    return [{ url, ...(typeof name === 'string' && name !== '' && { title: name }) }];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
