import { randomUUID } from 'node:crypto';
import { invalidConfiguration, type JSONObject } from '@posthouse/protocol';
import type { AgentAdapter, UserInput } from '../agent-adapter.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { startRunState } from '../writing/run-state.ts';
import type { AgentScript, AgentStep } from './agent-script.ts';
import type { ScriptedEvent } from './scripted-event.ts';
import { ScriptedSession } from './scripted-session.ts';
import { finishScripted, type ScriptedState, translateScripted } from './translate-scripted.ts';

export interface ScriptedAdapterOptions {
  /** What it does; a demonstration by default. A session may bring its own as `options.script`. */
  readonly script?: AgentScript | undefined;
  readonly generateId?: (() => string) | undefined;
}

export type ScriptedAdapter = AgentAdapter<ScriptedEvent, ScriptedState, UserInput>;

/**
 * An agent that plays a script: nothing to install, no model, always the same. For tests, examples and demonstrations.
 *
 * @example
 * registerAgent('parrot', createScriptedAdapter({ script: ({ text }) => [{ say: text }] }));
 */
export function createScriptedAdapter(adapterOptions: ScriptedAdapterOptions = {}): ScriptedAdapter {
  const { script = demoScript, generateId = randomUUID } = adapterOptions;
  const played = new Map<string, number>();
  return {
    name: 'scripted',
    start: (options) => ({ ...startRunState('scripted', options), errorText: undefined }),
    translate: translateScripted,
    finish: finishScripted,
    pause: pauseRun,
    proceed: proceedRun,
    // Its events are never whole messages.
    adaptMessage: () => undefined,
    adaptUserMessage: (message) => message,
    open: async ({ agentSessionId = generateId(), options }) =>
      new ScriptedSession({ agentSessionId, script: readScript(options) ?? script, played, generateId }),
    availability: async () => ({ available: true }),
  };
}

function readScript(options: JSONObject = {}): AgentScript | undefined {
  const { script } = options;
  if (script === undefined) return undefined;
  if (Array.isArray(script) && script.every(Array.isArray)) return script as unknown as AgentScript;
  throw invalidConfiguration(
    'the option "script" of the agent "scripted" must be a list with a list of steps for each message.',
  );
}

/** What the agent `scripted` does unless it is given a script: a little of everything, so that a page can be tried. */
const demoScript: AgentScript = function* ({ text, index }): Generator<AgentStep> {
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
