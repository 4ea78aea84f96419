import { COMPLETED, ASKED } from '../scenarios/scenario.ts';
import type { Pattern } from '../scenarios/pattern.ts';
import { interswarmScenario } from '../scenarios/interswarm-scenario.ts';
import { PEER_SWARM } from '../swarm/plays.ts';
import { SCENARIOS } from '../scenarios/scenarios.ts';

export type SampleRun = { shows: Pattern; response: string; paused?: string[] };

const call = (id: string): Record<string, unknown> => ({
  arguments: '{"q":"ok?"}',
  call_id: id,
  name: 'ask_human',
  type: 'function_call',
  id: `fc_${id}`,
  status: 'completed',
});

/** What the conformance swarm would do with this message, as MAIL's own server shows it, or as a better one does. */
export function toRun(body: string, earlier: readonly string[], results: unknown, improved = false): SampleRun {
  if (results !== undefined) return toResumed(results);
  const name = /^scenario:(\w+)/.exec(body)?.[1];
  if (name === 'recall') {
    const count = [...earlier, body].filter((each) => each === body).length;
    return { shows: [ASKED, ...COMPLETED], response: `remembered ${count}` };
  }
  if (name === 'priority') return { shows: [ASKED, ...COMPLETED], response: 'high middle low' };
  if (name === 'wait') return { shows: [ASKED, 'ping', ...COMPLETED], response: 'waited' };
  if (name === 'two_breakpoints') return toPaused(['call-1', 'call-2']);
  if (name === 'breakpoint') return toPaused(['call-1']);
  const scenario = [...SCENARIOS, interswarmScenario(PEER_SWARM)].find((each) => each.name === name);
  if (scenario === undefined) return { shows: [ASKED, ...COMPLETED], response: 'hello' };
  const { shows, response } = (improved ? scenario.endings.at(-1) : scenario.endings[0])!;
  return { shows, response: typeof response === 'string' ? response : 'the model exploded' };
}

function toPaused(ids: string[]): SampleRun {
  const calls = ids.map(() => 'tool_call supervisor ask_human');
  const response = JSON.stringify(ids.map(call));
  return { shows: [ASKED, ...calls, 'breakpoint_tool_call', 'task_complete'], response, paused: ids };
}

function toResumed(results: unknown): SampleRun {
  const list = Array.isArray(results) ? results.map((each: { content: string }) => each.content) : [String(results)];
  const shows = [...list.map(() => 'breakpoint_action_complete'), ...COMPLETED];
  return { shows, response: `resumed: ${list.join(' and ')}` };
}
