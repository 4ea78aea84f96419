import { describe, expect, it } from 'vitest';
import { peerFlaws } from './__fixtures__/peer-flaws.ts';
import { TOKENS } from './__fixtures__/sample-state.ts';
import { startSampleServer } from './__fixtures__/sample-server.ts';
import { serverFlaws } from './__fixtures__/server-flaws.ts';
import { wireFlaws } from './__fixtures__/wire-flaws.ts';
import { CHECKS } from './checks/all-checks.ts';
import type { KnownFlaw } from './__fixtures__/flaws.ts';
import { runConformance } from './run-conformance.ts';

const flaws = [...wireFlaws, ...serverFlaws, ...peerFlaws];
const full = process.env.TEST_FULL === '1';

/** In a quick run: the checks that have to notice the flaw, and a share of those that must not. */
function checksFor({ fails }: KnownFlaw, index: number): string[] {
  const share = CHECKS.filter((_check, position) => full || position % 16 === index % 16).map(({ id }) => id);
  return [...new Set([...fails, ...share])];
}

describe.concurrent('the conformance suite', () => {
  it.each(flaws.map((known, index) => [known.name, known, index] as const))(
    'fails exactly the checks about it for a server that %s',
    async (_name, known, index) => {
      await using server = await startSampleServer({ flaw: known.flaw() });
      const { findings } = await runConformance({
        url: server.url,
        tokens: TOKENS,
        allowChanges: true,
        pingAfterMs: 10,
        timeoutMs: 4_000,
        only: checksFor(known, index),
      });
      const failed = findings.filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ id }) => id).toSorted()).toEqual(known.fails.toSorted());
      for (const { evidence } of failed) {
        expect(evidence).toMatchObject({ expected: expect.any(String), seen: expect.any(String) });
        expect(JSON.stringify(evidence)).not.toMatch(/token-of-(u-1|root|peer)/);
      }
    },
  );
});

it('every check can fail', () => {
  const caught = new Set(flaws.flatMap(({ fails }) => fails));
  // Some rules cannot be shown by requests, and one scenario cannot be played; all others notice some flaw.
  const never = CHECKS.map(({ id }) => id).filter((id) => !caught.has(id));
  expect(never).toEqual(['N26', 'N27', 'N28', 'N32', 'N33', 'N36', 'N42', 'N45', 'N52', 'N55', 'D-notools']);
});
