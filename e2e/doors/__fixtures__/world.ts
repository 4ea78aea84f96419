import { action, agent, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type ScriptedRequest, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import fc from 'fast-check';
import { toTimeline } from '../../../examples/scripting/timeline.ts';

const TOWNS = ['alpha', 'beta', 'gamma'] as const;
type Town = (typeof TOWNS)[number];

/** What one agent of a town does before it answers, and how. */
type Part = {
  /** Whom it asks, one after the other: its own clerk, or the boss of the next town. */
  errands: ('clerk' | 'boss')[];
  thought: string;
  /** What it says beside its calls. */
  aside: string;
  looks: boolean;
  answer: string;
  /** Whether the boss of another town writes its answer as mail too, before it completes. */
  writes: boolean;
};

/** A federated world whose agents do one thing at a time, so that every run of it comes to the same. */
export type World = { bosses: Record<Town, Part>; clerk: Part; chunkSize: number };

const words = fc
  .array(fc.constantFrom('tide', 'deep', 'Größe', '水', '\n', '::', '<b>', '{"a":1}', '🚢', 'the'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((each) => each.join(' ').trim() || '-');

const part = (errands: fc.Arbitrary<Part['errands']>): fc.Arbitrary<Part> =>
  fc.record({
    errands,
    thought: fc.oneof(fc.constant(''), words),
    aside: fc.oneof(fc.constant(''), words),
    looks: fc.boolean(),
    answer: words,
    writes: fc.boolean(),
  });

const some = fc.constantFrom<Part['errands'][]>([], ['clerk'], ['boss'], ['clerk', 'boss'], ['boss', 'clerk']);
const clerkOnly = fc.constantFrom<Part['errands'][]>([], ['clerk']);

export const worldArbitrary: fc.Arbitrary<World> = fc.record({
  // The first one always asks elsewhere: a run of one swarm alone has tests of its own.
  bosses: fc.record({
    alpha: part(some.map((each) => [...new Set([...each, 'boss' as const])])),
    beta: part(some),
    gamma: part(clerkOnly),
  }),
  clerk: part(fc.constant([])),
  chunkSize: fc.integer({ min: 1, max: 7 }),
});

const look = action({
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
  execute: ({ at }: { at: string }) => ({ seen: at }),
});

/** The swarm of each town. The play can be changed between runs, never during one. */
export function townsOf(world: () => World): SwarmDefinition[] {
  return TOWNS.map((town, index) => {
    const next = TOWNS[index + 1];
    const play = (role: 'boss' | 'clerk') => (request: ScriptedRequest) =>
      nextTurn(world(), { town, role, next }, request);
    return swarm({
      name: town,
      version: '1.0.0',
      description: `the town of ${town}`,
      public: true,
      entrypoint: 'boss',
      enableInterswarm: true,
      agents: [
        agent({
          name: 'boss',
          model: scripted(play('boss')),
          commTargets: ['clerk', ...TOWNS.filter((other) => other !== town).map((other) => `boss@${other}`)],
          actions: [look],
          enableEntrypoint: true,
          enableInterswarm: true,
          canCompleteTasks: true,
        }),
        agent({ name: 'clerk', model: scripted(play('clerk')), commTargets: ['boss'], actions: [look] }),
      ],
    }).definition;
  });
}

function nextTurn(
  world: World,
  { town, role, next }: { town: Town; role: 'boss' | 'clerk'; next: Town | undefined },
  request: ScriptedRequest,
): ScriptedTurn {
  const { errands, thought, aside, looks, answer, writes } = role === 'boss' ? world.bosses[town] : world.clerk;
  const events = toTimeline(request);
  const called = events.flatMap((event) => (event.kind === 'call' ? [event] : []));
  const asked = called.filter(({ name }) => name === 'send_request').length;
  const say = (name: string, input: object): ScriptedTurn => ({
    ...(thought === '' ? {} : { reasoning: `${role} of ${town}: ${thought}` }),
    ...(aside === '' ? {} : { text: `${role} of ${town} says ${aside}` }),
    toolCalls: [{ name, input }],
    chunkSize: world.chunkSize,
  });
  if (looks && !called.some(({ name }) => name === 'look')) return say('look', { at: answer });
  const errand = errands[asked];
  if (errand !== undefined && !(errand === 'boss' && next === undefined)) {
    const target = errand === 'boss' ? `boss@${next}` : 'clerk';
    return say('send_request', { target, subject: `errand ${asked}`, body: `${target}, ${answer}?` });
  }
  const answered = `${role} of ${town} answers ${answer}`;
  if (role === 'clerk') return say('send_response', { target: 'boss', subject: 'Re', body: answered });
  const asker = events.find((event) => event.kind === 'mail' && event.from.startsWith('boss@'));
  if (writes && asker?.kind === 'mail' && !called.some(({ name }) => name === 'send_response'))
    return say('send_response', { target: asker.from, subject: 'Re', body: answered });
  return say('task_complete', { finish_message: answered });
}
