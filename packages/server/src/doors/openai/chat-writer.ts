import type { JSONObject, Usage } from '@posthouse/protocol';
import type { DoorTelling } from '../run-teller.ts';
import { toCallId } from './door-ids.ts';
import { toChatUsage } from './usage.ts';

export type ChatWriterOptions = {
  taskId: string;
  /** What every chunk repeats. */
  shell: { id: string; created: number; model: string };
  /** Whether the last chunk says what was used. */
  includeUsage: boolean;
  usage: () => Usage;
};

/** Why there is no completion. */
export type ChatFailure = { code: string; message: string };

/** Writes a chat completion: the chunks that tell it as it grows, and the object that it comes to. */
export function chatWriter({ taskId, shell, includeUsage, usage }: ChatWriterOptions) {
  let chunks: JSONObject[] = [];
  let content = '';
  let retracted = false;
  let calls: JSONObject[] = [];
  let reason: string | undefined;
  let details: JSONObject | undefined;
  let failure: ChatFailure | undefined;

  const push = (delta: JSONObject, finish: string | null = null): void => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish, ...(finish === null ? {} : details) };
    chunks.push(toChunk([choice], includeUsage ? { usage: null } : {}));
  };
  const toChunk = (choices: JSONObject[], more: JSONObject): JSONObject => ({
    ...shell,
    object: 'chat.completion.chunk',
    choices,
    ...more,
  });

  const finish = (why: string): void => {
    reason = why;
    push({}, why);
    if (includeUsage) chunks.push(toChunk([], { usage: toChatUsage(usage()) }));
  };

  const read = (telling: DoorTelling): void => {
    switch (telling.type) {
      case 'answer': {
        // What was sent cannot be called back here; the least is that the answer does not begin in the middle of it.
        push({ content: retracted ? `\n\n${telling.delta}` : telling.delta });
        retracted = false;
        content += telling.delta;
        return;
      }
      case 'answer-retracted':
        retracted = true;
        content = '';
        return;
      case 'pause': {
        calls = telling.questions.map(({ call: { tool, input } }, index) => ({
          id: toCallId({ taskId, seq: telling.seq, index }),
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(input) },
        }));
        for (const [index, call] of calls.entries()) push({ tool_calls: [{ index, ...call }] });
        return finish('tool_calls');
      }
      case 'end': {
        const { outcome, text, code = outcome } = telling;
        if (outcome === 'complete') return finish('stop');
        if (code === 'limit_reached') {
          details = { incomplete_details: { reason: 'max_output_tokens', message: text } };
          return finish('length');
        }
        failure = { code, message: text };
      }
    }
  };

  const take = (): JSONObject[] => {
    const taken = chunks;
    chunks = [];
    return taken;
  };

  return {
    start(): JSONObject[] {
      push({ role: 'assistant', content: '', refusal: null });
      return take();
    },

    take(telling: DoorTelling): JSONObject[] {
      if (reason === undefined && failure === undefined) read(telling);
      return take();
    },

    /** Why there is no completion, once that is certain. */
    get failure(): ChatFailure | undefined {
      return failure;
    },

    toCompletion(): JSONObject {
      const message = {
        role: 'assistant',
        content: calls.length > 0 ? null : content,
        refusal: null,
        annotations: [],
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
      const choice = { index: 0, message, logprobs: null, finish_reason: reason ?? 'stop', ...details };
      return { ...shell, object: 'chat.completion', choices: [choice], usage: toChatUsage(usage()) };
    },
  };
}
