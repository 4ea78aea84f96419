import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTurn } from './__fixtures__/arbitrary-turn.ts';
import { httpDoors, inProcess } from './__fixtures__/doors.ts';
import { modes, tell } from './__fixtures__/tell.ts';

/** Every sample goes over a socket, so fewer of them tell as much in the same time. */
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 2);

describe.each(httpDoors)('any turn through $name', (door) => {
  it.each(modes)('any turn is the same as in process, as a %s', async (mode) => {
    let turn: ScriptedTurn = { text: '' };
    await using here = await inProcess.open(() => turn);
    await using there = await door.open(() => turn);
    await fc.assert(
      fc.asyncProperty(arbitraryTurn, async (next) => {
        turn = next;
        const expected = await tell(mode, here.model);
        const story = await tell(mode, there.model);
        // The provider reads no reasoning from chat completions.
        expect(story).toEqual(door.name === 'openai chat' ? { ...expected, reasoning: '' } : expected);
      }),
      { numRuns },
    );
  });
});

describe.each([inProcess, ...httpDoors])('a stream through $name that breaks off', (door) => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 30 });
  const kind = fc.constantFrom('error-event' as const, 'dropped-socket' as const, 'truncated-json' as const);

  it('a stream that breaks off has exactly the chunks before the fault, and never claims to have finished', async () => {
    let turn: ScriptedTurn = { text: '' };
    await using opened = await door.open(() => turn);
    await fc.assert(
      fc.asyncProperty(letters, fc.integer({ min: 1, max: 35 }), kind, async (text, afterChunks, how) => {
        turn = { text, chunkSize: 1, fault: { kind: how, afterChunks } };
        const story = await tell('stream', opened.model);
        expect(story.text).toBe(text.slice(0, afterChunks));
        expect(story.error).toBeDefined();
        expect(story.finishReason).not.toBe('stop');
      }),
      { numRuns },
    );
  });
});
