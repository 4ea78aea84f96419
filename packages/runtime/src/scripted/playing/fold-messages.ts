import type { ScriptedMessage, ScriptedMessageToolCall, ScriptedToolResult } from '../scripted-request.ts';

/** One piece of a conversation, as it stands on the wire of some dialect. */
export type MessageFragment =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly role: 'assistant'; readonly toolCall: ScriptedMessageToolCall }
  | { readonly role: 'tool'; readonly toolResult: Omit<ScriptedToolResult, 'name' | 'json'> };

/**
 * Joins the pieces of a conversation, so that dialects that split a message and dialects that merge two give the
 * same list: adjacent pieces of one role are one message, and tool results get the name of their call.
 */
export function foldMessages(fragments: Iterable<MessageFragment>): ScriptedMessage[] {
  const messages: {
    role: ScriptedMessage['role'];
    texts: string[];
    calls: ScriptedMessageToolCall[];
    results: ScriptedToolResult[];
  }[] = [];
  const names = new Map<string, string>();
  for (const fragment of fragments) {
    let message = messages.at(-1);
    if (message?.role !== fragment.role)
      messages.push((message = { role: fragment.role, texts: [], calls: [], results: [] }));
    if ('text' in fragment) message.texts.push(fragment.text);
    else if ('toolCall' in fragment) {
      message.calls.push(fragment.toolCall);
      names.set(fragment.toolCall.id, fragment.toolCall.name);
    } else message.results.push(toToolResult(fragment.toolResult, names));
  }
  return messages.map(({ role, texts, calls, results }) => ({
    role,
    // Some dialects keep the parts of an assistant's text only as one string, so there is nothing to put between them.
    text: texts.filter((text) => text !== '').join(role === 'assistant' ? '' : '\n'),
    toolCalls: calls,
    toolResults: results,
  }));
}

function toToolResult(
  result: Omit<ScriptedToolResult, 'name' | 'json'>,
  names: ReadonlyMap<string, string>,
): ScriptedToolResult {
  const json = parseJson(result.text);
  return { ...result, name: names.get(result.id), ...(json === undefined ? {} : { json }) };
}

/** The value, or nothing if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a model wrote as the input of a tool: the value, or the text itself if it is not JSON. */
export function parseToolInput(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
