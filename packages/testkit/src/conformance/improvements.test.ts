import { describe, expect, it } from 'vitest';
import { BETTER_SCENARIOS, improvements, referenceFlaws } from './__fixtures__/improvements.ts';
import { TOKENS } from './__fixtures__/sample-state.ts';
import { type Flaw, startSampleServer } from './__fixtures__/sample-server.ts';
import { CHECKS } from './checks/all-checks.ts';
import { DIFFERENCES } from './findings/differences.ts';
import type { Finding } from './findings/verdict.ts';
import { runConformance } from './run-conformance.ts';

const full = process.env.TEST_FULL === '1';

/** What a server shows anyway that keeps to the rules. */
const NECESSARY = [
  'bad-json-is-400',
  'breakpoint-ends-at-once',
  'follow-up-continues',
  'names-checked',
  'nulls-omitted',
  'resume-from-checked',
  'task-without-body',
];

/** In a quick run a share of the checks that must not notice, in a full one all of them. */
function aShare(difference: string): string[] {
  const chosen = (_check: unknown, position: number): boolean => full || position % 8 === difference.length % 8;
  return CHECKS.filter(chosen).map(({ id }) => id);
}

async function findingsOf(options: { flaw?: Flaw; improved?: boolean }, only: string[] = []): Promise<Finding[]> {
  await using server = await startSampleServer(options);
  const { findings } = await runConformance({
    url: server.url,
    tokens: TOKENS,
    allowChanges: true,
    timeoutMs: 3_000,
    only,
  });
  return findings;
}

describe.concurrent('a server that does better', () => {
  it.each(improvements)(
    'a better server is recognised by exactly the checks that see the difference $difference',
    async ({ difference, change, seenBy }) => {
      const findings = await findingsOf({ flaw: change() }, [...seenBy, ...aShare(difference)]);
      expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      const seen = findings.filter(({ differences }) => differences?.includes(difference));
      expect(seen.map(({ id }) => id).toSorted()).toEqual(seenBy.toSorted());
      for (const { verdict, behaviour } of seen) {
        expect({ verdict, behaviour }).toEqual({ verdict: 'differs', behaviour: 'better' });
      }
    },
  );

  it('a better server is recognised in each of its scenarios', async () => {
    const findings = await findingsOf({ improved: true }, ['D-']);
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const seen = findings.filter(({ verdict }) => verdict === 'differs');
    expect(Object.fromEntries(seen.map(({ id, differences }) => [id, differences]))).toEqual(BETTER_SCENARIOS);
  });
});

describe.concurrent('a server that breaks a rule as the reference does', () => {
  it.each(referenceFlaws)(
    'fails the check $id, which says that the reference does the same',
    async ({ id, change }) => {
      const [finding] = await findingsOf({ flaw: change() }, [id]);
      expect(finding).toMatchObject({ id, verdict: 'fail', behaviour: 'as the reference' });
    },
  );
});

it('every known difference is seen in some server', () => {
  const shown = [
    ...NECESSARY,
    ...improvements.map(({ difference }) => difference),
    ...Object.values(BETTER_SCENARIOS).flat(),
  ];
  expect(shown.toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted());
});
