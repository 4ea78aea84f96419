import { addUsage, type JSONObject, type Usage, type UsedBudget, toBudgetText } from '@posthouse/protocol';
import type { Dialect } from '../slice-encoding.ts';
import type { DoorTelling } from '../tell-slice.ts';
import { toCallId } from './door-ids.ts';
import { toFailureAnswer } from '../../errors/openai-error.ts';
import { toChatUsage } from './openai-usage.ts';

export type ChatSettings = {
  taskId: string;
  /** What every chunk repeats. */
  shell: { id: string; model: string };
  /** Whether the last chunk says what was used. */
  includeUsage: boolean;
};

/** Why there is no completion. */
export type ChatFailure = { code: string; message: string };

/** A chat completion as far as it is written. */
export type WrittenChat = {
  readonly created: number;
  readonly content: string;
  /** Whether what was said is not the answer, and nothing has been said since. */
  readonly isRetracted: boolean;
  readonly calls: readonly JSONObject[];
  readonly reason: string | undefined;
  readonly details: JSONObject;
  readonly failure: ChatFailure | undefined;
  readonly usage: Usage;
  readonly budgets: readonly UsedBudget[] | undefined;
};

const START: WrittenChat = {
  created: 0,
  content: '',
  isRetracted: false,
  calls: [],
  reason: undefined,
  details: {},
  failure: undefined,
  usage: { inputTokens: 0, outputTokens: 0 },
  budgets: undefined,
};

/** A chat completion, chunk by chunk as it grows. */
export function chatDialect(settings: ChatSettings): Dialect<WrittenChat> {
  return {
    id: `chat ${JSON.stringify(settings)}`,
    start: START,
    take: (before, telling) => {
      if (before.reason !== undefined || before.failure !== undefined) return { state: before, text: '' };
      const told = 'budgets' in telling ? { budgets: telling.budgets } : {};
      const state = { ...before, ...told, ...toChange(before, telling, settings) };
      return {
        state,
        text: toChunks(before, state, { telling, ...settings })
          .map(toChunkText)
          .join(''),
      };
    },
    toEnd: ({ failure }) => toChunkText(failure === undefined ? '[DONE]' : toFailureAnswer(failure).body),
    toFailure: (_, failure) => toChunkText(toFailureAnswer(failure).body),
  };
}

/** The object that a chat completion comes to. */
export function toChatCompletion({ shell }: ChatSettings, written: WrittenChat): JSONObject {
  const { created, content, calls, reason = 'stop', details } = written;
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : content,
    refusal: null,
    annotations: [],
    ...(calls.length === 0 ? {} : { tool_calls: [...calls] }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: reason, ...details };
  return { ...shell, created, object: 'chat.completion', choices: [choice], usage: toChatUsage(written) };
}

function toChange(written: WrittenChat, telling: DoorTelling, { taskId }: ChatSettings): Partial<WrittenChat> {
  switch (telling.type) {
    case 'begin':
      return { created: Math.floor(Date.parse(telling.at) / 1000) };
    case 'answer':
      return { content: written.content + telling.delta, isRetracted: false };
    case 'answer-retracted':
      return { content: '', isRetracted: true };
    case 'usage':
      return { usage: addUsage(written.usage, telling.usage) };
    case 'pause': {
      // Nobody who asks here could answer it: to them, the run has come to nothing for now.
      if (telling.budget !== undefined && telling.questions.length === 0)
        return { failure: { code: 'budget_exceeded', message: toBudgetText(telling.budget) } };
      const calls = telling.questions.map(({ call: { tool, input } }, index) => ({
        id: toCallId({ taskId, seq: telling.seq, index }),
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(input) },
      }));
      return { calls, reason: 'tool_calls' };
    }
    case 'end': {
      const { outcome, text, code = outcome } = telling;
      if (outcome === 'complete') return { reason: 'stop' };
      if (code !== 'limit_reached') return { failure: { code, message: text } };
      return { reason: 'length', details: { incomplete_details: { reason: 'max_output_tokens', message: text } } };
    }
    default:
      return {};
  }
}

/** The chunks that lead from what was written before a telling to what is after it. */
function toChunks(
  before: WrittenChat,
  { created, calls, reason, details, ...used }: WrittenChat,
  { telling, shell, includeUsage }: ChatSettings & { telling: DoorTelling },
): JSONObject[] {
  const toChunk = (choices: JSONObject[], more: JSONObject): JSONObject => {
    return { ...shell, created, object: 'chat.completion.chunk', choices, ...more };
  };
  const say = (delta: JSONObject, finish: JSONObject = { finish_reason: null }): JSONObject =>
    toChunk([{ index: 0, delta, logprobs: null, ...finish }], includeUsage ? { usage: null } : {});
  if (telling.type === 'begin') return [say({ role: 'assistant', content: '', refusal: null })];
  if (telling.type === 'answer') {
    // What was sent cannot be called back here; the least is that the answer does not begin in the middle of it.
    return [say({ content: before.isRetracted ? `\n\n${telling.delta}` : telling.delta })];
  }
  if (reason === undefined) return [];
  return [
    ...calls.map((call, index) => say({ tool_calls: [{ index, ...call }] })),
    say({}, { finish_reason: reason, ...details }),
    ...(includeUsage ? [toChunk([], { usage: toChatUsage(used) })] : []),
  ];
}

function toChunkText(chunk: JSONObject | '[DONE]'): string {
  return `data: ${chunk === '[DONE]' ? chunk : JSON.stringify(chunk)}\n\n`;
}
