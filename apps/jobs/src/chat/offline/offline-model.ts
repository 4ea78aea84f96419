import { setImmediate as nextTick } from 'node:timers/promises';
import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type Message,
  type Model,
  type ToolCall,
} from '@earendil-works/pi-ai';
import { emptyMessage } from '../../llm/empty-message.ts';
import { type DoneCall, jobsIn, type NextCall, type OfflineView, planStep } from './plan-step.ts';
import { readIntents } from './read-intents.ts';

/** The model that is always there. It costs nothing, and it knows nothing but rules. */
export const OFFLINE_MODEL: Model<Api> = {
  id: 'rules',
  name: 'Offline rules',
  api: 'offline',
  provider: 'offline',
  baseUrl: '',
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1_000_000,
  maxTokens: 1_000_000,
} as Model<Api>;

export type OfflineOptions = {
  /** What the page shows, which "this job" refers to. */
  readonly page: OfflineView['page'];
  /** Tells calls of different answers apart. */
  readonly generateId: () => string;
};

/**
 * Answers as a model does, to pi: reads the conversation, calls tools, and tells what came of them. It is a pure function
 * of what was said, so the same conversation gives the same answer.
 */
export function askOffline(
  options: OfflineOptions,
  { messages }: { messages: readonly Message[] },
  { signal }: { signal?: AbortSignal | undefined } = {},
): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  void write(stream, planStep(toView(messages, options.page)), { generateId: options.generateId, signal });
  return stream;
}

function toView(messages: readonly Message[], page: OfflineView['page']): OfflineView {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const text = textOf(messages[asked]);
  const calls = (list: readonly Message[]): DoneCall[] => list.flatMap(toDone);
  const shown = calls(messages.slice(0, asked)).map(({ details }) => jobsIn(details));
  return {
    intents: readIntents(text),
    done: calls(messages.slice(asked + 1)),
    lastJobs: shown.findLast((ids) => ids.length > 0) ?? [],
    page,
    language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
  };
}

function toDone(message: Message): DoneCall[] {
  if (message.role !== 'toolResult') return [];
  const { toolName: name, details, isError } = message as { toolName: string; details?: unknown; isError: boolean };
  return [{ name, details, ...(isError && { error: textOf(message) }) }];
}

function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

async function write(
  stream: AssistantMessageEventStream,
  step: ReturnType<typeof planStep>,
  { generateId, signal }: { generateId: () => string; signal: AbortSignal | undefined },
): Promise<void> {
  const message = emptyMessage(OFFLINE_MODEL, 'pending');
  stream.push({ type: 'start', partial: message });
  if ('calls' in step) for (const call of step.calls) writeCall(stream, message, call, generateId());
  else await writeText(stream, message, step.text, signal);
  if (signal?.aborted === true) {
    const error = { ...message, stopReason: 'aborted', errorMessage: 'The run was stopped.' } as const;
    stream.push({ type: 'error', reason: 'aborted', error });
    return stream.end(error);
  }
  const reason = 'calls' in step ? 'toolUse' : 'stop';
  message.stopReason = reason;
  stream.push({ type: 'done', reason, message });
  stream.end(message);
}

/** In pieces, as models write, so that a page shows it as any other answer. */
async function writeText(
  stream: AssistantMessageEventStream,
  message: AssistantMessage,
  text: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const part = { type: 'text' as const, text: '' };
  message.content.push(part);
  stream.push({ type: 'text_start', contentIndex: 0, partial: message });
  for (const delta of text.match(/[\s\S]{1,80}?(?:\s|[，。；]|$)|[\s\S]{1,80}/gu) ?? []) {
    if (signal?.aborted === true) return;
    part.text += delta;
    stream.push({ type: 'text_delta', contentIndex: 0, delta, partial: message });
    await nextTick();
  }
  stream.push({ type: 'text_end', contentIndex: 0, content: text, partial: message });
}

function writeCall(
  stream: AssistantMessageEventStream,
  message: AssistantMessage,
  { name, input }: NextCall,
  id: string,
): void {
  const toolCall: ToolCall = { type: 'toolCall', id, name, arguments: JSON.parse(JSON.stringify(input)) };
  const contentIndex = message.content.push(toolCall) - 1;
  stream.push({ type: 'toolcall_start', contentIndex, partial: message });
  stream.push({ type: 'toolcall_delta', contentIndex, delta: JSON.stringify(input), partial: message });
  stream.push({ type: 'toolcall_end', contentIndex, toolCall, partial: message });
}
