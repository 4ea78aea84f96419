import fc from 'fast-check';

export const TOWNS = ['alpha', 'beta', 'gamma'] as const;
export type Town = (typeof TOWNS)[number];
export type Role = 'boss' | 'clerk';
export type Agent = `${Town}.${Role}`;

/** What one agent does before it answers, and how. */
export type Part = {
  /** Whom it asks, one after the other: its own clerk, or the boss of the next town. */
  errands: Role[];
  thought: string;
  /** What it says beside its calls. */
  aside: string;
  looks: boolean;
  /** Whether it asks the caller something: a yes to an action, or the result of a tool. */
  asks: 'nothing' | 'a yes' | 'a result';
  answer: string;
  /** Whether the boss of another town writes its answer as mail too, before it completes. */
  writes: boolean;
};

/** What happens to somebody in the middle of a turn, and how much of their words can be seen by then. */
export type Trouble = {
  kind: 'stop' | 'interrupt' | 'kill';
  who: Agent;
  /** Whether they are saying something beside their calls, answering, running an action, or waiting for the caller. */
  during: 'aside' | 'answer' | 'action' | 'pause';
  /** How many characters have come. */
  shown: number;
  /** Whether they say it with other words the next time. */
  rephrases: boolean;
};

/** A federated world whose agents do one thing at a time, so that every run of it comes to the same. */
export type World = {
  bosses: Record<Town, Part>;
  clerk: Part;
  /** What the caller says when asked. */
  approves: boolean;
  reply: string;
  trouble: Trouble | undefined;
  chunkSize: number;
  /** After how many bytes connections break, for readers whose road is bad. */
  cuts: number[];
};

export const KINDS = ['calm', 'questions', 'stop', 'interrupt', 'kill'] as const;
export type Kind = (typeof KINDS)[number];

const words = fc
  .array(fc.constantFrom('tide', 'deep', 'Größe', '水', '\n', '::', '<b>', '{"a":1}', '🚢', 'the'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((each) => each.join(' ').trim() || '-');

const maybe = (arbitrary: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), arbitrary);

type PartOptions = { errands: fc.Arbitrary<Role[]>; asks?: fc.Arbitrary<Part['asks']> };

const part = ({ errands, asks = fc.constant('nothing') }: PartOptions): fc.Arbitrary<Part> =>
  fc.record({
    errands,
    thought: maybe(words),
    aside: maybe(words),
    looks: fc.boolean(),
    asks,
    answer: words,
    writes: fc.boolean(),
  });

const some = fc.constantFrom<Role[][]>([], ['clerk'], ['boss'], ['clerk', 'boss'], ['boss', 'clerk']);
const clerkOnly = fc.constantFrom<Role[][]>([], ['clerk']);
const anything = fc.constantFrom<Part['asks'][]>('nothing', 'a yes', 'a result');
const something = fc.constantFrom<Part['asks'][]>('a yes', 'a result');

const troubles: Record<Trouble['kind'], [who: Agent[], during: Trouble['during'][]]> = {
  stop: [
    ['alpha.boss', 'alpha.clerk', 'beta.boss'],
    ['aside', 'answer', 'action'],
  ],
  interrupt: [
    ['alpha.boss', 'alpha.clerk', 'beta.boss'],
    ['aside', 'answer'],
  ],
  kill: [
    ['alpha.boss', 'alpha.clerk', 'beta.boss'],
    ['aside', 'answer'],
  ],
};

const atPause: Agent[] = ['alpha.boss', 'beta.boss'];

function troubleOf(kind: Kind): fc.Arbitrary<Trouble | undefined> {
  if (kind === 'calm') return fc.constant(undefined);
  const [who, during] = kind === 'questions' ? [atPause, ['pause' as const]] : troubles[kind];
  const trouble = fc.record({
    kind: fc.constant(kind === 'questions' ? ('kill' as const) : kind),
    who: fc.constantFrom(...who),
    during: fc.constantFrom(...during),
    shown: fc.integer({ min: 1, max: 20 }),
    rephrases: fc.boolean(),
  });
  return kind === 'questions' ? fc.option(trouble, { freq: 2, nil: undefined }) : trouble;
}

export function worldOf(kind: Kind): fc.Arbitrary<World> {
  // The first one always asks elsewhere: a run of one swarm alone has tests of its own.
  const errands = some.map((each) => [...new Set([...each, 'boss' as const])]);
  const [asks, asksAbroad] = kind === 'questions' ? [something, anything] : [fc.constant('nothing' as const)];
  return fc
    .record({
      bosses: fc.record({
        alpha: part({ errands, asks }),
        beta: part({ errands: some, ...(asksAbroad === undefined ? {} : { asks: asksAbroad }) }),
        gamma: part({ errands: clerkOnly }),
      }),
      clerk: part({ errands: fc.constant([]) }),
      approves: fc.boolean(),
      reply: words,
      trouble: troubleOf(kind),
      chunkSize: fc.integer({ min: 1, max: 7 }),
      cuts: fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 3, maxLength: 8 }),
    })
    .map(withVictim);
}

/** Whoever something happens to takes part, and has something to say. */
function withVictim(world: World): World {
  const { trouble, bosses, clerk } = world;
  if (trouble?.who === 'alpha.clerk' && !bosses.alpha.errands.includes('clerk')) bosses.alpha.errands.unshift('clerk');
  if (trouble === undefined || trouble.during === 'pause') return world;
  const victim = partOf(world, trouble.who);
  victim.aside ||= clerk.answer;
  // Whoever has answered by mail is not waited for any more.
  victim.writes = false;
  return world;
}

export function partOf({ bosses, clerk }: Pick<World, 'bosses' | 'clerk'>, agent: Agent): Part {
  const [town, role] = agent.split('.') as [Town, Role];
  return role === 'boss' ? bosses[town] : clerk;
}

/** What the agent is called in the run of alpha. */
export function nameOf(agent: Agent): string {
  const [town, role] = agent.split('.') as [Town, Role];
  return town === 'alpha' ? role : `${role}@${town}`;
}
