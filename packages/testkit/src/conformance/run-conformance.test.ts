import { describe, expect, it } from 'vitest';
import { TOKENS } from './__fixtures__/sample-state.ts';
import { startSampleServer } from './__fixtures__/sample-server.ts';
import { CHECKS } from './checks/all-checks.ts';
import type { Finding } from './findings/verdict.ts';
import { runConformance, selectChecks } from './run-conformance.ts';

/** Where a server has to differ from MAIL's own to keep to the rules. */
const NECESSARY = {
  N01: ['nulls-omitted'],
  N13: ['names-checked'],
  N22: ['follow-up-continues'],
  N51: ['bad-json-is-400', 'task-without-body'],
  B07: ['bad-json-is-400'],
  B08: ['task-without-body'],
  B33: ['resume-from-checked'],
  S08: ['breakpoint-ends-at-once'],
};

const idsOf = (findings: readonly Finding[], verdict: string): string[] =>
  findings.filter((finding) => finding.verdict === verdict).map(({ id }) => id);

describe('a server like the reference, without its mistakes', () => {
  it('conforms, and differs only where the reference breaks its own rules', async () => {
    await using server = await startSampleServer();
    const report = await runConformance({ url: server.url, tokens: TOKENS, allowChanges: true, pingAfterMs: 10 });
    expect(idsOf(report.findings, 'fail')).toEqual([]);
    const differing = report.findings.filter(({ verdict }) => verdict === 'differs');
    expect(Object.fromEntries(differing.map(({ id, differences }) => [id, differences]))).toEqual(NECESSARY);
    expect(new Set(differing.map(({ behaviour }) => behaviour))).toEqual(new Set(['better']));
    const passing = report.findings.filter(({ verdict }) => verdict === 'pass');
    expect(new Set(passing.map(({ behaviour }) => behaviour))).toEqual(new Set(['as the reference']));
    expect(report).toMatchObject({ url: server.url, swarm: 'conformance', scenarios: true, conforms: true });
  });

  it('the checks are reported in the order of the list, with every rule from N01 to N57', async () => {
    await using server = await startSampleServer();
    const seen: string[] = [];
    const { findings } = await runConformance({
      url: server.url,
      tokens: TOKENS,
      allowChanges: true,
      onFinding: ({ id }) => seen.push(id),
    });
    expect(findings.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
    const rules = Array.from({ length: 57 }, (_rule, index) => `N${String(index + 1).padStart(2, '0')}`);
    expect(findings.map(({ id }) => id).slice(0, 57)).toEqual(rules);
    // What changes the server was left for the end.
    expect(seen.slice(-7).toSorted()).toEqual(['B37', 'D-interswarm', 'N11', 'N13', 'N46', 'N47', 'N48']);
  });
});

describe('checks that do not apply', () => {
  it('checks that do not apply say what is missing', async () => {
    await using server = await startSampleServer({ swarm: 'desk' });
    const report = await runConformance({ url: server.url, tokens: { user: TOKENS.user } });
    const reasonOf = (id: string): string | undefined => report.findings.find((each) => each.id === id)?.reason;
    expect(reasonOf('N34')).toContain('--admin-token');
    expect(reasonOf('N04')).toContain('--agent-token');
    expect(reasonOf('N06')).toContain('--print-swarm');
    expect(reasonOf('S07')).toContain('--ping-after');
    expect(reasonOf('N11')).toContain('--admin-token');
    expect(reasonOf('N26')).toContain('second server');
    expect(report).toMatchObject({ swarm: 'desk', scenarios: false, conforms: true });
    expect(idsOf(report.findings, 'fail')).toEqual([]);
  });

  it('checks change nothing unless allowed', async () => {
    await using server = await startSampleServer();
    const only = ['N11', 'N13', 'N46', 'N47', 'N48', 'B37', 'D-interswarm'];
    const { findings } = await runConformance({ url: server.url, tokens: TOKENS, only });
    expect(findings.map(({ reason }) => reason)).toEqual(only.map(() => expect.stringContaining('--allow-changes')));
  });

  it('checks do not apply to a swarm that cannot do its work, which is no fault of the server', async () => {
    const response = 'no model is configured';
    const flaw = {
      answers: (answer: { status: number; frames?: { event: string; data: Record<string, unknown> }[] }) =>
        answer.frames === undefined
          ? answer
          : { ...answer, frames: [{ event: 'task_error', data: { ...answer.frames[0]!.data, response } }] },
    };
    await using server = await startSampleServer({ swarm: 'desk', flaw });
    const { findings, conforms } = await runConformance({
      url: server.url,
      tokens: TOKENS,
      only: ['N12', 'N19', 'S01'],
    });
    expect(conforms).toBe(true);
    for (const { verdict, reason } of findings) {
      expect(verdict).toBe('not-applicable');
      expect(reason).toContain(response);
    }
  });
});

describe('a server that does not answer', () => {
  it('ends the run with an error, instead of failing every check', async () => {
    const gone = await startSampleServer();
    await gone[Symbol.asyncDispose]();
    const running = runConformance({ url: gone.url, tokens: TOKENS, only: ['N44'] });
    await expect(running).rejects.toThrow('ECONNREFUSED');
  });

  it.each(['user', 'admin'] as const)(
    'a token of the %s that the server does not know is no failure of the server',
    async (role) => {
      await using server = await startSampleServer();
      const tokens = { ...TOKENS, [role]: 'mistyped' };
      const running = runConformance({ url: server.url, tokens, only: ['N12'] });
      await expect(running).rejects.toThrow(`the server does not accept the token of the ${role}: invalid API key`);
    },
  );

  it('a server that hangs in the middle of an answer fails a check', async () => {
    await using server = await startSampleServer({
      flaw: { answers: (answer, { path }) => (path === '/swarms' ? { ...answer, hang: true } : answer) },
    });
    const { findings, conforms } = await runConformance({
      url: server.url,
      tokens: TOKENS,
      only: ['N44'],
      timeoutMs: 300,
    });
    expect(conforms).toBe(false);
    expect(findings[0]).toMatchObject({
      verdict: 'fail',
      behaviour: 'wrong',
      evidence: { expected: 'an answer', seen: 'no answer within 300 ms', request: { method: 'GET', path: '/swarms' } },
    });
  });
});

describe('selectChecks', () => {
  it('gives all checks without a choice, and those with the given ids or beginnings with one', () => {
    expect(selectChecks(undefined)).toHaveLength(CHECKS.length);
    expect(selectChecks([])).toHaveLength(CHECKS.length);
    expect(selectChecks(['n12', 'D-simple']).map(({ id }) => id)).toEqual(['N12', 'D-simple']);
    expect(selectChecks(['S']).map(({ id }) => id)).toEqual(
      CHECKS.map(({ id }) => id).filter((id) => id.startsWith('S')),
    );
  });

  it('selectChecks does not take a number as the beginning of another', () => {
    expect(() => selectChecks(['N1'])).toThrow('there is no check N1; --list shows them all');
  });
});
