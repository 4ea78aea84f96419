import { isJSONObject, newId } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import { NotApplicable, type Seen } from '../findings/verdict.ts';
import { asObject, objectOf } from '../http/exchange.ts';
import type { Lab, Recording } from '../lab/lab.ts';
import type { Letter, Peer } from '../peer/start-peer.ts';
import { interswarmScenario } from '../scenarios/interswarm-scenario.ts';
import { describePattern, matches, type Pattern } from '../scenarios/pattern.ts';
import { ASKED, COMPLETED, type Scenario } from '../scenarios/scenario.ts';
import { SCENARIOS } from '../scenarios/scenarios.ts';
import { toLabels } from '../streams/to-label.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import { SENTENCES } from '../requirements/sentences.ts';
import type { Check, Need } from './check.ts';
import { wrapperFor } from './interswarm.ts';
import { introduce } from './introduce.ts';

const checks: ScenarioCheck[] = [
  ...SCENARIOS.map((scenario) => {
    const play = toRun(scenario);
    return { name: scenario.name, says: scenario.says, run: (lab: Lab) => play(lab) };
  }),
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
    says: 'A task is completed, continues with user_response, and again; each stream shows its own turn.',
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
    needs: ['admin', 'agent', 'changes'],
    run: async (lab: Lab): Promise<Seen> => {
      await requireTarget(lab);
      const { peer, listeners } = (await introduce(lab))!;
      const taskId = newId();
      const complete = (letter: Letter): void => {
        if (asObject(letter.message.payload).task_id === taskId && letter.path === '/interswarm/forward') {
          void toCompletion(lab, letter).then((body) => lab.post('/interswarm/back', body, 'agent'));
        }
      };
      listeners.add(complete);
      const seen = await toRun(interswarmScenario(peer.name))(lab, { task_id: taskId }).finally(() =>
        listeners.delete(complete),
      );
      expectLetters(await lab.play('interswarm'), peer, taskId);
      return seen;
    },
  },
];

/** One check for each scenario of the conformance swarm. */
export const scenarioChecks: Check[] = checks.map(({ name, says, run, needs = [] }) => ({
  id: `D-${name}`,
  section: 'Scenarios',
  level: SENTENCES[`D-${name}`] === undefined ? 'SHOULD' : 'MUST',
  says,
  needs: ['scenarios', ...needs],
  run,
}));

/** The swarm must know the swarm that the suite plays: it may write only to those that its definition names. */
async function requireTarget(lab: Lab): Promise<void> {
  const { agents } = objectOf(await lab.get(lab.inSwarm('/ui/agents')));
  const supervisor = (Array.isArray(agents) ? agents.map(asObject) : []).find(({ name }) => name === 'supervisor');
  const target = `supervisor@${await lab.peerName()}`;
  if (!Array.isArray(supervisor?.comm_targets) || supervisor.comm_targets.includes(target)) return;
  throw new NotApplicable(
    `the conformance swarm of this server may not write to ${target}: make it with --print-swarm --peer-name ${await lab.peerName()}`,
  );
}

type ScenarioCheck = {
  name: string;
  says: string;
  needs?: readonly Need[];
  run: (lab: Lab) => Promise<Seen | void>;
};

function toRun({ name, message, endings }: Scenario) {
  return async (lab: Lab, further: Record<string, unknown> = {}): Promise<Seen> => {
    const { exchange, frames } = await lab.play(name, { ...message, ...further });
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

/** What a swarm sends back when it has completed a request. */
async function toCompletion(lab: Lab, { message }: Letter): Promise<Record<string, unknown>> {
  const { task_id: taskId } = asObject(message.payload);
  const contributors = Array.isArray(message.task_contributors) ? message.task_contributors.map(String) : [];
  return wrapperFor(lab, {
    taskId: String(taskId),
    body: 'hello from the other side',
    owner: String(message.task_owner),
    contributors: [...contributors, `swarm:${String(message.source_swarm)}@${await lab.peerName()}`],
    wrapper: { msg_type: 'response' },
    payload: { subject: '::task_complete::' },
  });
}

/** What the other swarm was sent: the request, the owner of the task, and finally that it is complete. */
function expectLetters({ exchange }: Recording, { letters }: Peer, taskId: string): void {
  const own = letters.filter(({ message }) => asObject(message.payload).task_id === taskId);
  for (const { path, message } of own) {
    const { task_owner: owner, task_contributors: contributors, metadata, auth_token: token } = message;
    const isWhole = Array.isArray(contributors) && contributors.includes(owner) && isJSONObject(metadata);
    const expected = 'letters with task_owner among task_contributors, auth_token and metadata';
    expectThat(exchange, isWhole && typeof token === 'string', {
      expected,
      seen: `${path} ${JSON.stringify(message)}`,
    });
  }
}
