import type { ScriptedTurn } from '@posthouse/runtime/scripted';

type Call = [name: string, input: object];

/** A turn of calls, in the order they are made. */
export function calls(...toolCalls: Call[]): ScriptedTurn {
  return { toolCalls: toolCalls.map(([name, input]) => ({ name, input })) };
}

export const request = (town: string, subject: string, body: string): Call => [
  'send_request',
  { target: `boss@${town}`, subject, body },
];
export const respond = (town: string, subject: string, body: string): Call => [
  'send_response',
  { target: `boss@${town}`, subject, body },
];
export const finish = (text: string): Call => ['task_complete', { finish_message: text }];
export const wait = (): Call => ['await_message', { reason: 'Waiting for the others.' }];
