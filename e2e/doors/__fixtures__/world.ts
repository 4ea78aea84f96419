import fc from 'fast-check';

export const TOWNS = ['alpha', 'beta', 'gamma'] as const;
export type Town = (typeof TOWNS)[number];
export type Role = 'boss' | 'clerk';
export type Agent = `${Town}.${Role}`;
export const AGENTS = TOWNS.flatMap((town): Agent[] => [`${town}.boss`, `${town}.clerk`]);

/** What one agent does before it answers, and how. */
export type Part = {
  /** Whom it asks, one after the other: its own clerk, or the boss of the next town. */
  errands: Role[];
  thought: string;
  /** What it says beside its calls. */
  aside: string;
  looks: boolean;
  /** Whether it asks the caller something: a yes to an action, the result of a tool, or that of a tool of the caller's own. */
  asks: 'nothing' | 'a yes' | 'a result' | 'a reading';
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

export type Kind = 'calm' | 'questions' | 'tools' | 'stop' | 'interrupt' | 'kill';

const words = fc
  .array(fc.constantFrom('tide', 'deep', 'Größe', '水', '\n', '::', '<b>', '{"a":1}', '🚢', 'the'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((each) => each.join(' ').trim() || '-');

const maybe = (arbitrary: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), arbitrary);

type PartOptions = { errands: fc.Arbitrary<Role[]>; asks: fc.Arbitrary<Part['asks']> };

const part = ({ errands, asks }: PartOptions): fc.Arbitrary<Part> =>
  fc.record({
    errands,
    thought: maybe(words),
    aside: maybe(words),
    looks: fc.boolean(),
    asks,
    answer: words,
    writes: fc.nat(3).map((dice) => dice === 0),
  });

const some = fc.constantFrom<Role[][]>([], ['clerk'], ['boss'], ['clerk', 'boss'], ['boss', 'clerk']);
const clerkOnly = fc.constantFrom<Role[][]>([], ['clerk']);
const nothing = fc.constant<Part['asks']>('nothing');
const anything = fc.constantFrom<Part['asks'][]>('nothing', 'a yes', 'a result');
const something = fc.constantFrom<Part['asks'][]>('a yes', 'a result');
const reading = fc.constant<Part['asks']>('a reading');

/** What the first boss asks the caller, and the second one. */
const asking: Partial<Record<Kind, [fc.Arbitrary<Part['asks']>, fc.Arbitrary<Part['asks']>]>> = {
  questions: [something, anything],
  // Only the one whom the caller speaks to has the caller's tools.
  tools: [reading, anything],
};

type Where = Pick<Trouble, 'kind' | 'who' | 'during'>;

/** What happens in the worlds of a kind, one after the other: all of it comes up in a full run, and what tells most comes first. */
export const troubles: Record<Kind, (Where | undefined)[]> = {
  calm: [undefined],
  questions: [
    undefined,
    { kind: 'kill', who: 'beta.boss', during: 'pause' },
    undefined,
    { kind: 'kill', who: 'alpha.boss', during: 'pause' },
  ],
  tools: [
    { kind: 'kill', who: 'alpha.boss', during: 'pause' },
    undefined,
    { kind: 'kill', who: 'beta.boss', during: 'pause' },
    undefined,
  ],
  stop: [
    { kind: 'stop', who: 'alpha.boss', during: 'answer' },
    { kind: 'stop', who: 'beta.boss', during: 'action' },
    { kind: 'stop', who: 'alpha.clerk', during: 'aside' },
    { kind: 'stop', who: 'beta.boss', during: 'answer' },
    { kind: 'stop', who: 'alpha.boss', during: 'action' },
    { kind: 'stop', who: 'beta.boss', during: 'aside' },
    { kind: 'stop', who: 'alpha.boss', during: 'aside' },
    { kind: 'stop', who: 'alpha.clerk', during: 'action' },
  ],
  interrupt: [
    { kind: 'interrupt', who: 'alpha.boss', during: 'answer' },
    { kind: 'interrupt', who: 'beta.boss', during: 'aside' },
    { kind: 'interrupt', who: 'alpha.clerk', during: 'aside' },
    { kind: 'interrupt', who: 'beta.boss', during: 'answer' },
    { kind: 'interrupt', who: 'alpha.boss', during: 'aside' },
  ],
  kill: [
    { kind: 'kill', who: 'alpha.boss', during: 'answer' },
    { kind: 'kill', who: 'beta.boss', during: 'answer' },
    { kind: 'kill', who: 'alpha.clerk', during: 'aside' },
    { kind: 'kill', who: 'beta.boss', during: 'aside' },
    { kind: 'kill', who: 'alpha.boss', during: 'aside' },
  ],
};

/** How a world is furnished, before it is decided what happens in it. */
export type Setting = Omit<World, 'trouble'> & Pick<Trouble, 'shown' | 'rephrases'>;

export function settingOf(kind: Kind): fc.Arbitrary<Setting> {
  // The first one always asks elsewhere: a run of one swarm alone has tests of its own.
  // And its clerk, where it must not get what is its boss's.
  const always: Role[] = kind === 'tools' ? ['clerk', 'boss'] : ['boss'];
  const errands = some.map((each) => [...new Set([...each, ...always])]);
  const [asks, asksAbroad] = asking[kind] ?? [nothing, nothing];
  return fc.record({
    bosses: fc.record({
      alpha: part({ errands, asks }),
      beta: part({ errands: some, asks: asksAbroad }),
      gamma: part({ errands: clerkOnly, asks: nothing }),
    }),
    clerk: part({ errands: fc.constant([]), asks: nothing }),
    approves: fc.boolean(),
    reply: words,
    shown: fc.integer({ min: 1, max: 20 }),
    rephrases: fc.boolean(),
    chunkSize: fc.integer({ min: 1, max: 7 }),
    cuts: fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 3, maxLength: 8 }),
  });
}

/** The world with this number of its kind, from 1. */
export function toWorld({ shown, rephrases, ...setting }: Setting, kind: Kind, number: number): World {
  const list = troubles[kind];
  const where = list[(number - 1) % list.length];
  return withVictim({ ...setting, trouble: where === undefined ? undefined : { ...where, shown, rephrases } });
}

/** Whoever something happens to takes part, and has something to say. */
function withVictim(given: World): World {
  const world = structuredClone(given);
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
