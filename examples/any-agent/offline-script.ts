import type { Script, ScriptedRequest, ScriptedToolCall, ScriptedTurn } from '@posthouse/runtime/scripted';
import { STORY } from './showcase.ts';

/** How each agent program calls the tool that runs a command, and what it wants to know. */
const SHELLS: Readonly<Record<string, (command: string) => object>> = {
  Bash: (command) => ({ command, description: 'Looks around' }),
  bash: (command) => ({ command, description: 'Looks around' }),
  exec_command: (cmd) => ({ cmd }),
};

/** How each agent program calls the tool that starts an agent inside the agent. */
const DELEGATES: Readonly<Record<string, (prompt: string) => object>> = {
  Agent: (prompt) => ({
    description: 'Look around',
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: false,
  }),
  task: (prompt) => ({ description: 'Look around', prompt, subagent_type: 'general' }),
};

/** Codex has such tools too, but offers them only to models that look for them; they can be called all the same. */
const CODEX_SHELL = 'exec_command';
const CODEX_AGENTS = 'multi_agent_v1';

const ERRAND = 'Count the files of this folder.';

/**
 * A model without a network that does the same for every agent program, in the words that agent program understands. It tells a story
 * when it is asked for one, delegates when it is asked to, and else runs a command.
 */
export const offlineScript: Script = (request) => {
  // Codex tells its model in the name of the user that an agent is done.
  const isAsking = ({ role, text }: ScriptedRequest['messages'][number]): boolean =>
    role === 'user' && !text.startsWith('<subagent_notification>');
  const begin = request.messages.findLastIndex(isAsking);
  const asked = request.messages[begin]?.text ?? '';
  const isDone = request.messages.slice(begin + 1).some(({ role }) => role === 'tool');
  if (asked.includes(ERRAND)) return playErrand(request, isDone);
  if (/story/i.test(asked)) return { text: STORY, chunkSize: 12, delayMs: 40 };
  if (/delegate/i.test(asked)) return playDelegation(request, isDone);
  if (/wait/i.test(asked)) return isDone ? { text: 'That took a while.' } : useShell(request, 'echo waiting; sleep 30');
  if (/permission/i.test(asked) && !isDone) return useShell(request, 'touch asked-for', ESCALATED);
  if (isDone) return { text: 'There it is. The command said what it has to say.', delayMs: 30 };
  return useShell(request, 'echo "hello from $(basename "$PWD")"; date');
};

/** What Codex asks its user about; the others ask by themselves. */
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'It has to be.' };

function useShell({ tools }: ScriptedRequest, command: string, more: object = {}): ScriptedTurn {
  const found = findTool(tools, SHELLS, command);
  if (found === undefined) return { text: 'I have no tool to run a command with.' };
  const call = found.name === CODEX_SHELL ? { ...found, input: { ...(found.input as object), ...more } } : found;
  return { reasoning: 'A command will tell.', text: 'Let me run a command.', toolCalls: [call], delayMs: 30 };
}

function playDelegation(request: ScriptedRequest, isDone: boolean): ScriptedTurn {
  const waiting = findWait(request);
  if (waiting !== undefined) return { toolCalls: [waiting] };
  if (isDone) return { text: 'My agent has reported.', delayMs: 30 };
  const call = findDelegate(request);
  if (call === undefined) return { text: 'I have nobody to delegate to.' };
  return { reasoning: 'Somebody else can do that.', text: 'I delegate.', toolCalls: [call], delayMs: 30 };
}

function findDelegate({ tools }: ScriptedRequest): ScriptedToolCall | undefined {
  const found = findTool(tools, DELEGATES, ERRAND);
  if (found !== undefined || !tools.some(({ name }) => name === CODEX_SHELL)) return found;
  return { name: 'spawn_agent', namespace: CODEX_AGENTS, input: { message: ERRAND } };
}

/** Agents of Codex work by themselves once they are started: whoever wants their report has to wait for it. */
function findWait({ messages }: ScriptedRequest): ScriptedToolCall | undefined {
  const results = messages.findLast(({ role }) => role === 'tool')?.toolResults ?? [];
  const targets = results.flatMap(({ text }) => /"agent_id":"([^"]+)"/.exec(text)?.[1] ?? []);
  if (targets.length === 0) return undefined;
  return { name: 'wait_agent', namespace: CODEX_AGENTS, input: { targets } };
}

function playErrand(request: ScriptedRequest, isDone: boolean): ScriptedTurn {
  if (isDone) return { text: 'I have counted them.', delayMs: 30 };
  return useShell(request, 'ls | wc -l');
}

function findTool(
  offered: ScriptedRequest['tools'],
  known: Readonly<Record<string, (words: string) => object>>,
  words: string,
): ScriptedToolCall | undefined {
  const name = offered.map((tool) => tool.name).find((each) => Object.hasOwn(known, each));
  return name === undefined ? undefined : { name, input: known[name]!(words) };
}
