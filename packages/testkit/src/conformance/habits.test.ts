import { describe, expect, it } from 'vitest';
import { habits } from './__fixtures__/habits.ts';
import { TOKENS } from './__fixtures__/sample-state.ts';
import { startSampleServer } from './__fixtures__/sample-server.ts';
import { CHECKS } from './checks/all-checks.ts';
import { runConformance } from './run-conformance.ts';

const OPTIONS = { tokens: TOKENS, allowChanges: true, timeoutMs: 4_000 };
const ABOUT_PEERS = CHECKS.filter(({ needs }) => needs?.includes('agent')).map(({ id }) => id);

describe.concurrent('the conformance suite', () => {
  it.each(habits)('the suite has nothing against a server that $name', async ({ habit, about }) => {
    await using server = await startSampleServer({ flaw: habit() });
    const { findings } = await runConformance({ ...OPTIONS, url: server.url, only: about });
    expect(findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'not-applicable')).toEqual([]);
  });

  it('waits for a ping longer than for other answers', async () => {
    await using server = await startSampleServer({ flaw: { delay: (body) => (body.includes('wait:') ? 700 : 0) } });
    const options = { ...OPTIONS, url: server.url, timeoutMs: 300, pingAfterMs: 10, only: ['S07'] };
    expect((await runConformance(options)).findings).toMatchObject([{ id: 'S07', verdict: 'pass' }]);
  });
});

describe('a token of a swarm with a name of its own', () => {
  it('a token speaks for the swarm that was named', async () => {
    await using server = await startSampleServer({ peer: 'harbour' });
    const { findings } = await runConformance({
      ...OPTIONS,
      url: server.url,
      peerName: 'harbour',
      only: ABOUT_PEERS.filter((id) => id !== 'D-interswarm'),
    });
    expect(findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it('a token speaks for the swarm that the server names', async () => {
    const tells = { status: 200, json: { id: 'harbour', role: 'agent' } };
    await using server = await startSampleServer({
      peer: 'harbour',
      flaw: {
        answers: (answer, { path, authorization }) =>
          path === '/whoami' && authorization === `Bearer ${TOKENS.agent}` ? tells : answer,
      },
    });
    const { findings } = await runConformance({ ...OPTIONS, url: server.url, only: ['N04', 'N25', 'N37'] });
    expect(findings.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
  });

  it('a token makes checks not applicable, instead of failing them, as long as nobody knows the name of its swarm', async () => {
    await using server = await startSampleServer({ peer: 'harbour' });
    const { findings } = await runConformance({ ...OPTIONS, url: server.url, only: ABOUT_PEERS });
    for (const { verdict, reason } of findings) {
      expect(verdict).toBe('not-applicable');
      expect(reason).toContain('this token speaks for harbour only');
      expect(reason).toContain('--peer-name');
    }
  });

  it('a swarm with a name of its own needs a conformance swarm that may write to it', async () => {
    await using server = await startSampleServer();
    const { findings } = await runConformance({
      ...OPTIONS,
      url: server.url,
      peerName: 'harbour',
      only: ['D-interswarm'],
    });
    expect(findings[0]).toMatchObject({
      verdict: 'not-applicable',
      reason: expect.stringContaining('--print-swarm --peer-name harbour') as string,
    });
  });
});
