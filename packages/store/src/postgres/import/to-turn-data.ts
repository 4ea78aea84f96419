import { isJSONObject, type JSONObject, type JSONValue } from '@posthouse/protocol';

type Part = JSONObject & { type: string };
type Message = { role: 'user' | 'assistant' | 'tool'; content: string | Part[] };

/**
 * An agent's history as one turn that is done, so that the agent remembers: in the form in which the runtime keeps turns
 * (`format: 1`), with all of it as messages. Reads both forms of the reference, that of chat completions and that of
 * responses. Calls without a result get one, because no model takes a conversation with open calls.
 */
export function toTurnData(history: readonly JSONValue[]): JSONObject {
  const messages = history.flatMap((entry) => (isJSONObject(entry) ? toMessages(entry) : []));
  return { format: 1, inputs: [], attempt: 1, messages: answered(joined(messages)), calls: [] };
}

function toMessages(entry: JSONObject): Message[] {
  if (entry.type === 'function_call') return [toCallMessage(entry.call_id, entry.name, entry.arguments)];
  if (entry.type === 'function_call_output') return [toResultMessage(entry.call_id, '', entry.output)];
  switch (entry.role) {
    case 'user':
      return textMessage('user', entry.content);
    case 'assistant':
      return [...textMessage('assistant', entry.content), ...toolCallsOf(entry)];
    case 'tool':
      return [toResultMessage(entry.tool_call_id, entry.name, entry.content)];
    default:
      // Instructions come from the swarm, and a model's reasoning is for that model alone.
      return [];
  }
}

function toolCallsOf({ tool_calls: calls }: JSONObject): Message[] {
  return (Array.isArray(calls) ? calls : []).flatMap((call) => {
    if (!isJSONObject(call) || !isJSONObject(call.function)) return [];
    return [toCallMessage(call.id, call.function.name, call.function.arguments)];
  });
}

function textMessage(role: 'user' | 'assistant', content: JSONValue | undefined): Message[] {
  const text = toText(content);
  if (text === '') return [];
  return [role === 'user' ? { role, content: text } : { role, content: [{ type: 'text', text }] }];
}

function toCallMessage(id: JSONValue | undefined, name: JSONValue | undefined, input: JSONValue | undefined): Message {
  const call = { type: 'tool-call', toolCallId: toText(id), toolName: toText(name), input: toInput(input) };
  return { role: 'assistant', content: [call] };
}

function toResultMessage(
  id: JSONValue | undefined,
  name: JSONValue | undefined,
  content: JSONValue | undefined,
): Message {
  const output = { type: 'text', value: toText(content) };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: toText(id), toolName: toText(name), output }] };
}

/** Neighbours of the same side are one message: the words and the calls of a model, the results of its calls. */
function joined(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role && Array.isArray(last.content) && Array.isArray(message.content)) {
      last.content.push(...message.content);
    } else result.push({ ...message });
  }
  return result;
}

/** Puts the results of calls right behind them, one for each call, and drops results of calls that nobody made. */
function answered(messages: readonly Message[]): JSONValue[] {
  const results = new Map<JSONValue | undefined, Part>();
  for (const part of partsOf(messages, 'tool')) if (!results.has(part.toolCallId)) results.set(part.toolCallId, part);
  return messages.flatMap((message): JSONValue[] => {
    if (message.role === 'tool') return [];
    const calls = partsOf([message], 'assistant').filter(({ type }) => type === 'tool-call');
    if (calls.length === 0) return [message];
    const content = calls.map(({ toolCallId = '', toolName = '' }) => {
      const output = results.get(toolCallId)?.output ?? { type: 'text', value: 'ERROR: the outcome is unknown' };
      return { type: 'tool-result', toolCallId, toolName, output };
    });
    return [message, { role: 'tool', content }];
  });
}

function partsOf(messages: readonly Message[], role: Message['role']): Part[] {
  return messages.flatMap(({ role: own, content }) => (own === role && Array.isArray(content) ? content : []));
}

/** The words of a content, which is a text or a list of parts with texts in them. */
function toText(content: JSONValue | undefined): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content.map((part) => (isJSONObject(part) ? toText(part.text) : toText(part))).join('');
  return content === undefined || content === null ? '' : JSON.stringify(content);
}

/** Arguments are JSON as text; what is not stays a text. */
function toInput(input: JSONValue | undefined): JSONValue {
  if (typeof input !== 'string') return input ?? {};
  try {
    return JSON.parse(input) as JSONValue;
  } catch {
    return input;
  }
}
