import type { AgentScript, AgentStep } from './agent-script.ts';

/** What the agent `scripted` does unless it is given a script: a little of everything, so that a page can be tried. */
export const demoScript: AgentScript = function* ({ text, index }): Generator<AgentStep> {
  yield { think: 'Somebody wants to see how this works.', delayMs: 20 };
  yield { say: 'Let me look that up. ', delayMs: 20 };
  yield {
    call: 'look_up',
    input: { words: text },
    output: { found: index + 1 },
    progress: ['looking…\n'],
    delayMs: 50,
  };
  yield { say: `You said: ${text}`, delayMs: 20 };
  yield { usage: { inputTokens: text.length, outputTokens: 20 } };
};
