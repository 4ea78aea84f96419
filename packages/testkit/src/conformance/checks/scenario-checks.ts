import { newId } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import { NotApplicable, type Seen } from '../findings/verdict.ts';
import { asObject, objectOf } from '../http/exchange.ts';
import type { Lab, Recording } from '../lab/lab.ts';
import { describePattern, matches, type Pattern } from '../scenarios/pattern.ts';
import { ASKED, COMPLETED, type Scenario } from '../scenarios/scenario.ts';
import { SCENARIOS } from '../scenarios/scenarios.ts';
import { toLabels } from '../streams/to-label.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import type { Check } from './check.ts';

/** One check for each scenario of the conformance swarm. */
export const scenarioChecks: Check[] = [
  ...SCENARIOS.map((scenario) => ({ name: scenario.name, says: scenario.says, run: toRun(scenario) })),
  {
    name: 'thoughts',
    says: 'A call carries its reasoning and preamble; later calls of the turn refer to it.',
    run: async (lab: Lab): Promise<void> => {
      const simple = await lab.play('simple');
      const [first] = callsOf(simple);
      const told = first?.reasoning === 'because' && first.preamble === 'pre';
      const expected = 'reasoning "because" and preamble "pre" in the first tool_call';
      expectThat(simple.exchange, told, { expected, seen: JSON.stringify(first) });
      const delegate = await lab.play('delegate');
      const [ask, wait] = callsOf(delegate);
      const referred = ask?.reasoning === 'think one' && wait?.reasoning_ref === ask.tool_call_id;
      expectThat(delegate.exchange, referred, {
        expected: 'reasoning in the first call of the turn, and a reasoning_ref to it in the second',
        seen: JSON.stringify([ask, wait]),
      });
    },
  },
  {
    name: 'resume',
    says: 'A breakpoint is answered with a text, and the task goes on to its completion.',
    run: async (lab: Lab): Promise<void> => {
      const task_id = newId();
      await lab.message({ task_id, body: bodyOf('breakpoint') });
      const kwargs = { breakpoint_tool_call_result: 'yes' };
      const recording = await lab.stream({ task_id, resume_from: 'breakpoint_tool_call', kwargs });
      expectSequence(recording, ['breakpoint_action_complete', ...COMPLETED], 'resumed: yes');
    },
  },
  {
    name: 'resume_list',
    says: 'Two breakpoints of one turn are answered with a list, each by its call_id.',
    run: async (lab: Lab): Promise<void> => {
      const task_id = newId();
      const paused = await lab.message({ task_id, body: bodyOf('two_breakpoints') });
      const calls = callIdsIn(objectOf(paused).response);
      expectThat(paused, calls.length === 2, { expected: 'a JSON list of two calls as the response' });
      const results = calls.map((call_id, index) => ({ call_id, content: `answer ${index + 1}` }));
      const kwargs = { breakpoint_tool_call_result: results };
      const recording = await lab.stream({ task_id, resume_from: 'breakpoint_tool_call', kwargs });
      const twice = ['breakpoint_action_complete', 'breakpoint_action_complete'];
      expectSequence(recording, [...twice, ...COMPLETED], 'resumed: answer 1 and answer 2');
    },
  },
  {
    name: 'multi_turn',
    says: 'A task is completed, goes on with user_response, and again; each stream shows its own turn.',
    run: async (lab: Lab): Promise<void> => {
      const task_id = newId();
      for (const turn of [1, 2, 3]) {
        const resume = turn === 1 ? {} : { resume_from: 'user_response' };
        const recording = await lab.stream({ task_id, body: bodyOf('recall'), ...resume });
        expectSequence(recording, [ASKED, ...COMPLETED], `remembered ${turn}`);
      }
    },
  },
  {
    name: 'notools',
    says: 'An agent that returns neither text nor calls fails.',
    run: async (): Promise<void> => {
      throw new NotApplicable('a language model always says something, so nobody can ask a swarm for this over HTTP');
    },
  },
  {
    name: 'interswarm',
    says: 'The supervisor asks an agent of another swarm, which completes.',
    run: async (): Promise<void> => {
      throw new NotApplicable('needs a second server that plays the other swarm');
    },
  },
].map(({ name, says, run }) => ({
  id: `D-${name}`,
  section: 'Scenarios',
  level: 'MUST',
  says,
  needs: ['scenarios'],
  run,
}));

function toRun({ name, message, endings }: Scenario): Check['run'] {
  return async (lab): Promise<Seen> => {
    const { exchange, frames } = await lab.play(name, message);
    const labels = toLabels(frames);
    const found = endings.find(({ shows }) => matches(shows, labels));
    expectThat(exchange, found !== undefined, {
      expected: endings.map(({ shows }) => describePattern(shows)).join('\n\nor better:\n'),
      seen: labels.join('\n'),
    });
    const { response, differences = [] } = found!;
    const told = String(frames.at(-1)?.data.response);
    const holds = typeof response === 'string' ? told === response : response.test(told);
    expectThat(exchange, holds, { expected: `the response ${String(response)}`, seen: told });
    return differences;
  };
}

function expectSequence({ exchange, frames }: Recording, shows: Pattern, response: string): void {
  const labels = toLabels(frames);
  expectThat(exchange, matches(shows, labels), { expected: describePattern(shows), seen: labels.join('\n') });
  const told = frames.at(-1)?.data.response;
  expectThat(exchange, told === response, { expected: `the response ${JSON.stringify(response)}`, seen: String(told) });
}

function callsOf({ frames }: Recording): Record<string, unknown>[] {
  return frames.filter(({ event }) => event === 'tool_call').map(({ data }) => asObject(data.extra_data));
}

function callIdsIn(response: unknown): unknown[] {
  try {
    const calls: unknown = JSON.parse(String(response));
    return Array.isArray(calls) ? calls.map((call) => asObject(call).call_id) : [];
  } catch {
    return [];
  }
}
