import { action, agent, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type Script, type ScriptedRequest, scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';

type Limits = { turns?: number };

/** A lead, who speaks for the team, and a helper. */
export function team(scripts: { lead: Script; helper?: Script }, limits: Limits = {}): SwarmDefinition {
  return swarm({
    name: 'team',
    version: '1.0.0',
    description: 'Two who know things.',
    entrypoint: 'lead',
    limits,
    agents: [
      agent({
        name: 'lead',
        model: scripted(scripts.lead),
        commTargets: ['helper'],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ name: 'helper', model: scripted(scripts.helper ?? []), commTargets: ['lead'] }),
    ],
  }).definition;
}

export const complete = (text: string, more: Partial<ScriptedTurn> = {}): ScriptedTurn => ({
  ...more,
  toolCalls: [{ name: 'task_complete', input: { finish_message: text } }],
});

/** Both think, the lead asks the helper, and every call of a model is counted. */
export function thinkers(): SwarmDefinition {
  const usage = { input: 100, output: 10, cached: 40, reasoning: 4 };
  return team({
    lead: [
      {
        reasoning: 'I had better ask.',
        toolCalls: [
          { name: 'send_request', input: { target: 'helper', subject: 'Sum', body: '17 + 4' } },
          { name: 'await_message', input: { reason: 'the sum' } },
        ],
        usage,
      },
      complete('It is 21.', { reasoning: 'So it is.', usage }),
    ],
    helper: [
      {
        reasoning: 'Easy.',
        text: 'Here you are.',
        toolCalls: [{ name: 'send_response', input: { target: 'lead', subject: 'Re: Sum', body: '21' } }],
        usage: { input: 7, output: 3, reasoning: 0 },
      },
    ],
  });
}

/** Results of the caller's tools that the lead has been given, in order. */
export function resultsOf({ messages }: ScriptedRequest, tool = 'look_out'): string[] {
  return messages.flatMap(({ toolResults }) => toolResults.filter(({ name }) => name === tool).map(({ text }) => text));
}

/** Looks out of so many windows at once with a tool of the caller's, and then tells what was seen. */
export function lookouts(windows: readonly string[]): SwarmDefinition {
  return team({
    lead: (request) => {
      const seen = resultsOf(request);
      if (seen.length > 0) return complete(`Seen: ${seen.join(' and ')}.`, { usage: { input: 20, output: 2 } });
      const toolCalls = windows.map((window) => ({ name: 'look_out', input: { window } }));
      return { toolCalls, usage: { input: 10, output: 1 } };
    },
  });
}

export const lookOut = {
  type: 'function' as const,
  name: 'look_out',
  description: 'Looks out of a window.',
  parameters: { type: 'object', properties: { window: { type: 'string' } } },
  strict: false,
};

/** Opens a gate if it may, and tells what came of it. */
export function gatekeeper(opened: unknown[]): SwarmDefinition {
  const open = action({
    name: 'open_gate',
    description: 'Opens the gate.',
    parameters: { type: 'object' },
    execute: (input: object) => {
      opened.push(input);
      return 'open';
    },
  });
  const keeper = agent({
    name: 'keeper',
    model: scripted(({ messages }) => {
      const [result] = messages.flatMap(({ toolResults }) => toolResults);
      return result === undefined ? { toolCalls: [{ name: 'open_gate', input: {} }] } : complete(result.text);
    }),
    commTargets: [],
    actions: [open],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const approvalTools = ['open_gate'];
  return swarm({ name: 'gate', version: '1.0.0', entrypoint: 'keeper', agents: [keeper], approvalTools }).definition;
}
