import fc from 'fast-check';
import type { ScriptedPart, ScriptedTurn } from '../turn.ts';

/** Text as models write it: words, symbols, letters beyond ASCII, line breaks. */
const arbitraryText = fc.string({ unit: 'grapheme', maxLength: 60 });

const arbitraryInput = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.oneof(arbitraryText, fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 })),
  { maxKeys: 4 },
);

const arbitraryPart: fc.Arbitrary<ScriptedPart> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: arbitraryText }),
  fc.record({ type: fc.constant('reasoning' as const), text: arbitraryText }),
  fc.record({
    type: fc.constant('tool-call' as const),
    name: fc.constantFrom('add', 'look_up'),
    input: arbitraryInput,
  }),
);

/** Turns that every dialect can say, without pauses and faults. */
export const arbitraryTurn: fc.Arbitrary<ScriptedTurn> = fc.record(
  {
    content: fc.array(arbitraryPart, { maxLength: 5 }),
    chunkSize: fc.integer({ min: 1, max: 40 }),
    usage: fc
      .tuple(fc.nat(9_999), fc.nat(9_999), fc.nat(9_999), fc.nat(9_999))
      .map(([fresh, cached, spoken, reasoning]) => ({
        input: fresh + cached,
        cached,
        output: spoken + reasoning,
        reasoning,
      })),
  },
  { requiredKeys: ['content'] },
);
