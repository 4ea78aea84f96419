import { call, say, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import fc from 'fast-check';

const words = fc.string({ unit: 'grapheme', maxLength: 80 });
const input = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 6 }).filter((key) => key !== '__proto__'),
  fc.oneof(words, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
  { maxKeys: 3 },
);
const part = fc.oneof(
  words.map(say),
  words.map(think),
  fc.tuple(fc.constantFrom('add', 'look_up'), input).map(([name, value]) => call(name, value)),
);

/** Turns that every dialect can carry. */
export const arbitraryTurn: fc.Arbitrary<ScriptedTurn> = fc.record(
  {
    content: fc.array(part, { maxLength: 6 }),
    chunkSize: fc.integer({ min: 1, max: 50 }),
    usage: fc.tuple(fc.nat(9999), fc.nat(9999)).map(([more, less]) => ({
      input: more + less,
      cached: less,
      output: more + less,
      reasoning: less,
    })),
    finishReason: fc.constantFrom('length' as const, 'content-filter' as const),
  },
  { requiredKeys: ['content'] },
);
