import type { ToolSpec } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';
import type { Respond, RespondRequest, RespondResult, TextDelta } from '../../respond/respond.ts';

export const ADD: ToolSpec = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
};

export const TASK_COMPLETE: ToolSpec = {
  name: 'task_complete',
  description: 'Ends the task.',
  parameters: { type: 'object', properties: { finish_message: {} }, required: ['finish_message'] },
};

export const HELLO: ModelMessage = { role: 'user', content: 'Add one and two.' };

export type Asked = RespondResult & { deltas: TextDelta[] };

/** Asks a responder with what a turn would give it. */
export async function ask(respond: Respond, request: Partial<RespondRequest> = {}): Promise<Asked> {
  const deltas: TextDelta[] = [];
  const result = await respond({
    agent: 'math',
    messages: [HELLO],
    inputs: [],
    tools: [ADD, TASK_COMPLETE],
    toolChoice: 'auto',
    signal: new AbortController().signal,
    onDelta: (delta) => deltas.push(delta),
    ...request,
  });
  return { ...result, deltas };
}

/** The parts that a reader has put together from deltas. */
export function shownParts(deltas: readonly TextDelta[]): { kind: TextDelta['kind']; text: string }[] {
  const parts: { kind: TextDelta['kind']; text: string }[] = [];
  for (const { part, kind, delta } of deltas) {
    const known = (parts[part] ??= { kind, text: '' });
    known.text += delta;
  }
  return parts;
}

/** The history after an answer: what was stored of it, and a result for every call that the turn had to run. */
export function withResults(messages: readonly ModelMessage[], answer: RespondResult): ModelMessage[] {
  const stored = JSON.parse(JSON.stringify(answer.messages)) as ModelMessage[];
  const content = answer.calls
    .filter(({ builtin }) => builtin === undefined)
    .map(({ callId, tool }) => ({
      type: 'tool-result' as const,
      toolCallId: callId,
      toolName: tool,
      output: { type: 'text' as const, value: `SUCCESS: ${callId}` },
    }));
  return [...messages, ...stored, ...(content.length === 0 ? [] : [{ role: 'tool' as const, content }])];
}
