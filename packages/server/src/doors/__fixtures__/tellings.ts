import type { JSONValue, Speaker, ToldQuestion, ToldText } from '@posthouse/protocol';

/** The one whose answers these are. */
export const lead: Speaker = { agent: 'lead', turn: 1 };

/** What an agent thinks, as it is told. */
export function thought(id: string): ToldText {
  return { id, by: { agent: id.split('/')[0]!, turn: 1 }, kind: 'reasoning', isAnswer: false };
}

/** A call of a tool of the caller's, which waits for its result. */
export function question(tool: string, input: JSONValue): ToldQuestion {
  const call = { id: 'lead/1/c', by: lead, callId: 'c', tool, kind: 'breakpoint', input, forCaller: true } as const;
  return { call, needs: 'result' };
}
