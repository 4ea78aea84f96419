import { type AgentSession, type AnyAgentAdapter, createScriptedAdapter } from '@posthouse/agents';

const MEGABYTES = 10;

/**
 * An agent that says nothing but results of ten megabytes each, as many as it is asked for: `flood 20`. What it says it
 * does not keep, unless it is asked to `hoard 20`.
 */
export function createFlooder(): AnyAgentAdapter {
  const hoard: string[] = [];

  async function* flood(text: string): AsyncGenerator<unknown> {
    const [word, count = '0'] = text.split(' ');
    yield { type: 'started', agentSessionId: 'flooder' };
    yield { type: 'step' };
    for (let each = 0; each < Number(count); each += 1) {
      const call = { toolCallId: `${text} ${each}`, toolName: 'flood', input: {} };
      const output = megabytes(each);
      if (word === 'hoard') hoard.push(output);
      yield { type: 'call', ...call };
      yield { type: 'progress', toolCallId: call.toolCallId, text: output };
      yield { type: 'result', ...call, output };
    }
    yield { type: 'text', id: `${text} done`, kind: 'text', delta: 'That was all.' };
  }

  return {
    ...createScriptedAdapter(),
    open: async (): Promise<AgentSession> => ({
      agentSessionId: 'flooder',
      send: (input) => flood((input as { parts: { text: string }[] }).parts[0]!.text) as never,
      interrupt: async () => undefined,
      answer: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
}

/** A text that is really there: one that is merely repeated takes no room before somebody looks into it. */
function megabytes(seed: number): string {
  const line = Array.from({ length: 1_000 }, (_, index) => String.fromCharCode(97 + ((seed + index) % 26))).join('');
  return Array.from({ length: MEGABYTES * 1_000 }, () => line).join('');
}
