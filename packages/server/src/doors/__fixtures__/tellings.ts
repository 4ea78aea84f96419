import type { JSONValue, ToldQuestion, ToldText } from '@posthouse/protocol';

/** What an agent thinks, as it is told. */
export function thought(id: string): ToldText {
  return { id, by: { agent: id.split('/')[0]!, turn: 1 }, kind: 'reasoning', isAnswer: false };
}

/** A call of a tool of the caller's, which waits for its result. */
export function question(tool: string, input: JSONValue): ToldQuestion {
  const by = { agent: 'lead', turn: 1 };
  const call = { id: 'lead/1/c', by, callId: 'c', tool, kind: 'breakpoint', input, forCaller: true } as const;
  return { call, needs: 'result' };
}
