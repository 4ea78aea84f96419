import fc from 'fast-check';

export const NAMES = ['lead', 'clerk', 'porter', 'scout'] as const;
export type Name = (typeof NAMES)[number];

/** Something that an agent does in a turn: a call, or mail to somebody. */
export type Deed =
  | 'look'
  | 'stumble'
  | 'search'
  | 'pay'
  | 'ask_human'
  | 'ask_caller'
  | 'no_such_tool'
  | { mail: 'send_request' | 'send_interrupt'; to: Name }
  | 'send_broadcast';

type Turn = {
  thought: string;
  aside: string;
  deeds: Deed[];
  /** How it breaks off, if it does. */
  breaks: 'error-event' | 'http' | undefined;
};

/** What happens once somebody has said so much in one of their turns and says no more. */
export type Trouble = {
  kind: 'stop' | 'cut in' | 'kill';
  who: Name;
  during: 'aside' | 'answer';
  words: string;
};

/** What somebody does who is asked: answers everything or the first question only, changes the subject, or has enough. */
export type Reply = 'yes' | 'no' | 'one yes' | 'something else' | 'stop';

/** Two swarms at work on one task: three agents of `team`, and `scout@annex`. */
export type World = {
  turns: Record<Name, Turn[]>;
  answers: Record<Name, string>;
  /** Asks for an answer as JSON, and gets none the first time. */
  strict: boolean;
  trouble: Trouble | undefined;
  /** Kills the process of `team` at this moment of its life. */
  death: number | undefined;
  /** What somebody does once the log has so many entries. */
  wishes: { kind: 'post' | 'queue' | 'cut in' | 'stop'; entries: number }[];
  /** What they say when they are asked, one after the other. */
  replies: Reply[];
  chunkSize: number;
  delayMs: number;
};

const words = fc
  .array(fc.constantFrom('tide', 'Größe', '水', '\n', '<b>', '{"a":1}', '🚢', 'the'), { minLength: 1, maxLength: 6 })
  .map((each) => each.join(' ').trim() || '-');
/** Some texts are longer than a frame. */
const text = fc.tuple(words, fc.constantFrom(1, 1, 1, 300)).map(([each, times]) => each.repeat(times));
const maybe = fc.oneof(fc.constant(''), text);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<Deed[]>('look', 'stumble', 'search', 'pay', 'ask_human', 'ask_caller', 'no_such_tool'),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      mail: fc.constantFrom('send_request' as const, 'send_request' as const, 'send_interrupt' as const),
      to: fc.constantFrom<Name[]>('lead', 'clerk', 'porter', 'scout', 'scout'),
    }),
  },
  { weight: 1, arbitrary: fc.constant('send_broadcast' as const) },
);

const turn: fc.Arbitrary<Turn> = fc.record({
  thought: maybe,
  aside: maybe,
  deeds: fc.array(deed, { minLength: 1, maxLength: 3 }),
  breaks: fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('error-event' as const, 'http' as const) },
  ),
});

const forAll = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Record<Name, Value>> =>
  fc.record({ lead: arbitrary, clerk: arbitrary, porter: arbitrary, scout: arbitrary });

const trouble: fc.Arbitrary<Trouble> = fc.record({
  kind: fc.constantFrom('stop' as const, 'cut in' as const, 'kill' as const),
  who: fc.constantFrom('lead' as const, 'lead' as const, 'clerk' as const),
  during: fc.constantFrom('aside' as const, 'answer' as const),
  words,
});

const wish = fc.record({
  kind: fc.constantFrom('post' as const, 'post' as const, 'queue' as const, 'cut in' as const, 'stop' as const),
  entries: fc.integer({ min: 3, max: 40 }),
});

export const worldArbitrary: fc.Arbitrary<World> = fc.record({
  turns: forAll(fc.array(turn, { minLength: 1, maxLength: 3 })),
  answers: forAll(text),
  strict: fc.nat(5).map((dice) => dice === 0),
  trouble: fc.option(trouble, { nil: undefined, freq: 2 }),
  death: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 4, max: 60 }) },
  ),
  wishes: fc.array(wish, { maxLength: 2 }),
  replies: fc.array(fc.constantFrom<Reply[]>('yes', 'yes', 'no', 'one yes', 'one yes', 'something else', 'stop'), {
    minLength: 1,
    maxLength: 6,
  }),
  chunkSize: fc.integer({ min: 1, max: 7 }),
  delayMs: fc.constantFrom(0, 1, 8),
});
