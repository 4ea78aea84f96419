import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { type AgentName, PLAYS } from './plays.ts';

/** How an agent's instructions say who it is. The script recognises the agent by this sentence. */
export function systemPromptOf(agent: AgentName): string {
  return `You are the agent ${agent} of the conformance swarm.`;
}

/** The text that asks the conformance swarm for a scenario. */
export function bodyOf(scenario: string): string {
  return `scenario:${scenario}`;
}

/**
 * The model of the conformance swarm. It decides from the request alone: the instructions name the agent, the newest
 * message that asks for one names the scenario, and the turn is how often the agent has spoken since.
 *
 * @example
 * await using llm = await startScriptedLLM({ script: conformanceScript });
 */
export function conformanceScript(request: ScriptedRequest): ScriptedTurn {
  const agent = /You are the agent (\w+) of the conformance swarm\./.exec(request.system)?.[1];
  const asked = request.messages.findLastIndex(({ role, text }) => role === 'user' && /scenario:\w/.test(text));
  if (asked === -1) return finish('The conformance swarm is here.');

  const scenario = [...request.messages[asked]!.text.matchAll(/scenario:(\w+)(?::(\d+))?/g)].at(-1)!;
  const [, name = '', number] = scenario;
  if (name === 'wait') return { firstDelayMs: Number(number ?? 0), ...finish('waited') };

  const play = Object.hasOwn(PLAYS, name) ? PLAYS[name] : undefined;
  if (play === undefined) return finish(`There is no scenario ${name}.`);
  const step = request.messages.slice(asked).filter(({ role }) => role === 'assistant').length;
  const lines = play[agent as AgentName];
  const line = typeof lines === 'function' ? lines(request, step) : lines?.[step];
  // An agent without a line would end the scenario with a model error; this way, the others continue without it.
  return line ?? { toolCalls: [{ name: 'ignore_broadcast', input: { reason: 'nothing to do' } }] };
}

function finish(text: string): ScriptedTurn {
  return { toolCalls: [{ name: 'task_complete', input: { finish_message: text } }] };
}
