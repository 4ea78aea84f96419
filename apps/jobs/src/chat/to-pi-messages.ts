import type { AssistantMessage, Message, ToolCall } from '@earendil-works/pi-ai';
import type { UIMessage } from '@posthouse/chat';

type Part = UIMessage['parts'][number];
type CallPart = Extract<Part, { toolCallId: string }>;

/** What the agent is told of a call that never had a result. */
const NO_RESULT = 'No result: the answer was ended before this call was done.';

/**
 * A conversation as pi keeps one: each step of an answer is a message of its own, with the results of its calls behind it.
 * Thoughts are left out; they are not the business of later answers.
 */
export function toPiMessages(messages: readonly UIMessage[]): Message[] {
  let timestamp = 1;
  const tick = (): number => (timestamp += 1);
  return messages.flatMap((message): Message[] => {
    if (message.role === 'user') {
      const text = message.parts.map((part) => (part.type === 'text' && 'text' in part ? part.text : '')).join('\n\n');
      return text.trim() === '' ? [] : [{ role: 'user', content: [{ type: 'text', text }], timestamp: tick() }];
    }
    return toSteps(message.parts).flatMap((parts) => toStepMessages(parts, tick));
  });
}

function toSteps(parts: readonly Part[]): Part[][] {
  const steps: Part[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)!.push(part);
  }
  return steps;
}

function toStepMessages(parts: readonly Part[], tick: () => number): Message[] {
  const content: AssistantMessage['content'] = [];
  const calls: CallPart[] = [];
  for (const part of parts) {
    if (part.type === 'text' && 'text' in part && part.text.trim() !== '')
      content.push({ type: 'text', text: part.text });
    if (!('toolCallId' in part)) continue;
    calls.push(part);
    content.push({ type: 'toolCall', id: part.toolCallId, name: nameOf(part), arguments: toArguments(part.input) });
  }
  if (content.length === 0) return [];
  return [toAssistant(content, calls.length > 0, tick()), ...calls.map((call) => toResult(call, tick()))];
}

function toAssistant(content: AssistantMessage['content'], hasCalls: boolean, timestamp: number): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content,
    // Nobody's in particular: whoever answers next may be another model.
    api: 'history',
    provider: 'history',
    model: 'history',
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: hasCalls ? 'toolUse' : 'stop',
    timestamp,
  };
}

function toResult(call: CallPart, timestamp: number): Message {
  const { toolCallId, state, output, errorText, preliminary } = call;
  const isDone = state === 'output-available' && preliminary !== true;
  const { text, ...details } = (isDone && typeof output === 'object' && output !== null ? output : {}) as {
    text?: unknown;
  };
  const shown = isDone ? (typeof text === 'string' ? text : JSON.stringify(output ?? null)) : (errorText ?? NO_RESULT);
  const content = [{ type: 'text' as const, text: shown }];
  return {
    role: 'toolResult',
    toolCallId,
    toolName: nameOf(call),
    content,
    details: details as never,
    isError: !isDone,
    timestamp,
  };
}

function nameOf(part: CallPart): string {
  return part.type === 'dynamic-tool' ? (part.toolName ?? 'unknown') : part.type.slice('tool-'.length);
}

function toArguments(input: unknown): ToolCall['arguments'] {
  return (typeof input === 'object' && input !== null ? input : {}) as ToolCall['arguments'];
}
