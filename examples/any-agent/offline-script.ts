import type { Script, ScriptedRequest, ScriptedToolCall, ScriptedTurn } from '@posthouse/runtime/scripted';

/** How each runtime calls the tool that runs a command, and what it wants to know. */
const SHELLS: Readonly<Record<string, (command: string) => object>> = {
  Bash: (command) => ({ command, description: 'Looks around' }),
  bash: (command) => ({ command, description: 'Looks around' }),
  exec_command: (cmd) => ({ cmd }),
};

/** How each runtime calls the tool that starts an agent inside the agent. */
const DELEGATES: Readonly<Record<string, (prompt: string) => object>> = {
  Agent: (prompt) => ({
    description: 'Look around',
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: false,
  }),
  task: (prompt) => ({ description: 'Look around', prompt, subagent_type: 'general' }),
};

const ERRAND = 'Count the files of this folder.';

/**
 * A model without a network that does the same for every runtime, in the words that runtime understands. It tells a story
 * when it is asked for one, delegates when it is asked to, and else runs a command.
 */
export const offlineScript: Script = (request) => {
  const begin = request.messages.findLastIndex(({ role }) => role === 'user');
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

const STORY = Array.from({ length: 60 }, (_, index) => `On day ${index + 1} the post came late.`).join(' ');

/** What Codex asks its user about; the others ask by themselves. */
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'It has to be.' };

function useShell({ tools }: ScriptedRequest, command: string, more: object = {}): ScriptedTurn {
  const found = findTool(tools, SHELLS, command);
  if (found === undefined) return { text: 'I have no tool to run a command with.' };
  const call = found.name === 'exec_command' ? { ...found, input: { ...(found.input as object), ...more } } : found;
  return { reasoning: 'A command will tell.', text: 'Let me run a command.', toolCalls: [call], delayMs: 30 };
}

function playDelegation({ tools }: ScriptedRequest, isDone: boolean): ScriptedTurn {
  if (isDone) return { text: 'My agent has reported.', delayMs: 30 };
  const call = findTool(tools, DELEGATES, ERRAND);
  if (call === undefined) return { text: 'I have nobody to delegate to.' };
  return { reasoning: 'Somebody else can do that.', text: 'I delegate.', toolCalls: [call], delayMs: 30 };
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
