import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentSession, type AnyAgentAdapter, createScriptedAdapter } from '@posthouse/agents';
import { PosthouseError } from '@posthouse/protocol';

export type RogueAgent = {
  adapter: AnyAgentAdapter;
  /** What was opened, in order: the conversation that it resumes. */
  opened: (string | undefined)[];
  /** How many sessions are open. */
  open: number;
};

/** An agent that does what it should not, as the message says. */
export function createRogueAgent(): RogueAgent {
  const scripted = createScriptedAdapter({ script: ({ text }) => [{ say: `you said: ${text}` }] });
  const rogue: RogueAgent = { opened: [], open: 0, adapter: scripted };

  async function* misbehave(text: string): AsyncGenerator<unknown> {
    yield { type: 'started', agentSessionId: 'rogue-1' };
    yield { type: 'step' };
    yield { type: 'text', id: 't', kind: 'text', delta: 'Well. ' };
    if (text === 'confuse') yield { type: 'confuse' };
    if (text === 'crash') throw new Error('segmentation fault');
    if (text === 'hang') await sleep(2 ** 31 - 1, undefined, { ref: false });
    if (text === 'forget') throw unknownSession();
    if (text === 'chatter') for (;;) yield await sleep(1, { type: 'text', id: 't', kind: 'text', delta: 'bla ' });
    if (text === 'mumble') {
      yield { type: 'weather', degrees: 12 };
      yield { type: 'result', toolCallId: 'nobody-knows', toolName: 'x', input: {}, output: 1 };
    }
    if (text.startsWith('flood')) {
      for (let call = 0; call < Number(text.split(' ')[1]); call += 1) {
        const tool = { toolCallId: `flood-${call}`, toolName: 'flood', input: {} };
        yield { type: 'call', ...tool };
        yield { type: 'result', ...tool, output: 'x'.repeat(10_000_000) };
      }
    }
    yield { type: 'text-ended', id: 't', kind: 'text' };
  }

  rogue.adapter = {
    ...scripted,
    name: 'rogue',
    translate: (event, state) => {
      if ((event as { type: string }).type === 'confuse') throw new TypeError('cannot read this');
      return scripted.translate(event as never, state as never);
    },
    open: async ({ agentSessionId }): Promise<AgentSession> => {
      rogue.opened.push(agentSessionId);
      if (agentSessionId === 'missing') {
        throw new PosthouseError({ code: 'agent_unavailable', message: 'install the package "rogue"' });
      }
      rogue.open += 1;
      return {
        agentSessionId,
        async *send(input) {
          const [part] = (input as { parts: { text: string }[] }).parts;
          // What was heard in another life is not remembered.
          if (agentSessionId === 'rogue-1' && part!.text === 'remember?') throw unknownSession();
          yield* misbehave(part!.text);
        },
        interrupt: async () => undefined,
        answer: async () => undefined,
        [Symbol.asyncDispose]: async () => {
          rogue.open -= 1;
        },
      };
    },
  };
  return rogue;
}

function unknownSession(): PosthouseError {
  return new PosthouseError({
    code: 'agent_failed',
    message: 'no such conversation',
    details: { reason: 'unknown-session' },
  });
}
