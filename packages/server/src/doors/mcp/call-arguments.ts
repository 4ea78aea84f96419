import { invalidInput, type JSONValue, wireCodec } from '@posthouse/protocol';
import { z } from 'zod';

const argumentsWire = wireCodec({
  name: 'arguments',
  schema: z.strictObject({
    message: z.string().optional(),
    task_id: z.string().optional(),
    tool_results: z.array(z.strictObject({ call_id: z.string(), content: z.unknown() })).optional(),
  }),
});

/** What a client asks of a swarm: to read a message, to take results of calls, or both. */
export type SwarmCall = {
  message?: string;
  taskId?: string;
  results: { callId: string; content: JSONValue }[];
};

/** Reads the arguments of a tool call. */
export function readCallArguments(value: unknown): SwarmCall {
  const { message = '', taskId, toolResults = [] } = argumentsWire.parse(value ?? {}).value;
  if (message.trim() === '' && toolResults.length === 0)
    throw invalidInput('message is required unless tool_results are given');
  if (toolResults.length > 0 && taskId === undefined)
    throw invalidInput('tool_results need the task_id of the task that waits');
  return {
    ...(message.trim() === '' ? {} : { message }),
    taskId,
    results: toolResults.map(({ callId, content }) => ({ callId, content: (content ?? null) as JSONValue })),
  };
}
