import { describe, expect, test, vi } from 'vitest';
import { toTimeline } from '../../examples/scripting/timeline.ts';
import type { Boss } from './__fixtures__/country.ts';
import { startHostilePeer } from './__fixtures__/hostile-peer.ts';
import type { Town } from './__fixtures__/town.ts';
import { calls, finish, request, respond, wait } from './__fixtures__/turns.ts';
import { useCountry } from './__fixtures__/use-country.ts';

const TIMEOUT_MS = 1_000;
const TIMEOUT = { timeout: 30_000 };
const country = useCountry(['alpha', 'beta'], { timeoutMs: TIMEOUT_MS, strangers: ['mallory'] });
const [alpha, beta] = [() => country().town('alpha'), () => country().town('beta')];

/** Asks another boss, and tells what it says; or what it hears of the letter. */
const asker =
  (other: string): Boss =>
  (scripted) => {
    const events = toTimeline(scripted);
    const answer = events.find((event) => event.kind === 'mail' && event.subject === 'Re: Depth');
    if (answer?.kind === 'mail') return calls(finish(`${other} says: ${answer.body}`));
    const hasAsked = events.some((event) => event.kind === 'call' && event.name === 'send_request');
    return hasAsked ? calls(wait()) : calls(request(other, 'Depth', 'How deep is the sea?'));
  };
const very: Boss = () => calls(respond('alpha', 'Re: Depth', 'very'), finish('told'));
/** Takes for ever the first time, and knows it from the second time on. */
function hesitant(): { boss: Boss; asked: Promise<void>; questions: () => number } {
  const asked = Promise.withResolvers<void>();
  let questions = 0;
  const boss: Boss = (scripted) => {
    questions += 1;
    if (questions > 1) return very(scripted);
    asked.resolve();
    return new Promise<never>(() => undefined);
  };
  return { boss, asked: asked.promise, questions: () => questions };
}

const hasEntry = async (town: Town, taskId: string, caller: string | undefined, text: string): Promise<boolean> =>
  JSON.stringify(await town.entries(taskId, caller)).includes(text);
/** How often beta's log has the question. */
const askedTimes = async (taskId: string): Promise<number> => {
  const entries = await beta().entries(taskId, 'alpha');
  return entries.filter((entry) => entry.type === 'message' && entry.message.message.subject === 'Depth').length;
};
/** How many letters to beta wait at alpha. */
const lettersOf = async (taskId: string): Promise<number> => {
  const { mail } = await alpha().store.load((await alpha().task(taskId))!.key);
  return mail.filter(({ mailbox }) => mailbox === '@beta').length;
};

describe('a killed peer', () => {
  test('a killed peer gets mail that had not left when it is back', async () => {
    country().plot = { alpha: asker('beta'), beta: very };
    await beta().kill();
    const answer = alpha().ask('early', 'go');
    await vi.waitFor(
      async () => expect(await hasEntry(alpha(), 'early', undefined, '"letter_delayed"')).toBe(true),
      TIMEOUT,
    );
    await beta().start();
    expect((await answer).response).toBe('beta says: very');
    expect(await askedTimes('early')).toBe(1);
  });

  test('continues accepted mail when it is back', async () => {
    const { boss, asked, questions } = hesitant();
    country().plot = { alpha: asker('beta'), beta: boss };
    const answer = alpha().ask('halfway', 'go');
    await asked;
    await beta().kill();
    await beta().start();
    expect((await answer).response).toBe('beta says: very');
    expect([questions(), await askedTimes('halfway')]).toEqual([2, 1]);
  });

  test('sends an answer that had not left when it is back', async () => {
    country().plot = { alpha: asker('beta'), beta: very };
    const isAnswered = () => hasEntry(beta(), 'unsent', 'alpha', '"run-ended"');
    const answer = alpha().ask('unsent', 'go');
    alpha().road.manner = 'shut';
    await vi.waitFor(async () => expect(await isAnswered()).toBe(true), TIMEOUT);
    await beta().kill();
    alpha().road.manner = 'open';
    expect(await alpha().task('unsent')).toMatchObject({ openRun: 1 });
    await beta().start();
    expect((await answer).response).toBe('beta says: very');
    expect(await askedTimes('unsent')).toBe(1);
  });

  test('accepts an awaited answer when it is back, and so does its user', async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const patient: Boss = async (scripted) => {
      asked.resolve();
      await gate.promise;
      return very(scripted);
    };
    country().plot = { alpha: asker('beta'), beta: patient };
    const cut = alpha().ask('absent', 'go');
    cut.catch(() => undefined);
    await asked.promise;
    await alpha().kill();
    await expect(cut).rejects.toThrow('fetch failed');
    gate.resolve();
    const isAnswered = () => hasEntry(beta(), 'absent', 'alpha', '"run-ended"');
    await vi.waitFor(async () => expect(await isAnswered()).toBe(true), TIMEOUT);
    await alpha().start();
    expect((await alpha().ask('absent', 'go')).response).toBe('beta says: very');
    expect(await alpha().task('absent')).toMatchObject({ run: 1, status: 'complete' });
  });

  test('continues together with the one that asked it when both were killed', async () => {
    const { boss, asked } = hesitant();
    country().plot = { alpha: asker('beta'), beta: boss };
    const cut = alpha().ask('both', 'go');
    cut.catch(() => undefined);
    await asked;
    await Promise.all([alpha().kill(), beta().kill()]);
    await Promise.all([alpha().start(), beta().start()]);
    expect((await alpha().ask('both', 'go')).response).toBe('beta says: very');
    expect(await askedTimes('both')).toBe(1);
  });
});

describe('a faulty peer', () => {
  test('continues its work after a stop and a start in the middle', async () => {
    const { boss, asked, questions } = hesitant();
    country().plot = { alpha: asker('beta'), beta: boss };
    const answer = alpha().ask('restarted', 'go');
    await asked;
    await beta().stop();
    await beta().start();
    expect((await answer).response).toBe('beta says: very');
    expect([questions(), await askedTimes('restarted')]).toEqual([2, 1]);
  });

  test('gets mail again when it is too slow to acknowledge it, and has it once', async () => {
    country().plot = { alpha: asker('beta'), beta: very };
    beta().road.delayMs = 3 * TIMEOUT_MS;
    const answer = alpha().ask('slow', 'go');
    // The receipt is on its way by now, and will be too late.
    await vi.waitFor(async () => expect(await askedTimes('slow')).toBe(1), TIMEOUT);
    expect(await lettersOf('slow')).toBe(1);
    beta().road.delayMs = 0;
    expect((await answer).response).toBe('beta says: very');
    // The answer was quicker than the receipt; the letter is sent again all the same, as nobody has said that it arrived.
    expect(await country().settle()).toEqual([]);
    expect([await askedTimes('slow'), await lettersOf('slow')]).toEqual([1, 0]);
  });

  test('a faulty peer is asked again until its answer makes sense', async () => {
    country().plot = { alpha: asker('beta'), beta: very };
    beta().road.manner = 'babbling';
    const answer = alpha().ask('nonsense', 'go');
    await vi.waitFor(() => expect(beta().road.babbled).toBeGreaterThan(1), TIMEOUT);
    expect([await askedTimes('nonsense'), await lettersOf('nonsense')]).toEqual([0, 1]);
    beta().road.manner = 'open';
    expect((await answer).response).toBe('beta says: very');
    expect(await askedTimes('nonsense')).toBe(1);
  });

  test('shows nothing and delays nobody when it only pretends to work', async () => {
    country().plot = { alpha: asker('mallory'), beta: very };
    await using mallory = await startHostilePeer('mallory', 'alpha');
    await alpha().register('mallory', mallory.url);
    const answer = alpha().ask('fooled', 'go');
    const reads = () => mallory.asked.filter((path) => path.endsWith('/events')).length;
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(2), TIMEOUT);
    expect((await alpha().entries('fooled')).filter(({ type }) => type === 'remote')).toEqual([]);
    country().plot = { alpha: asker('beta'), beta: very };
    expect((await alpha().ask('beside', 'go')).response).toBe('beta says: very');
    expect((await alpha().call('/tasks/fooled/cancel', { body: {} })).status).toBe(200);
    expect((await answer).status).toBe('cancelled');
    await vi.waitFor(() => expect(mallory.asked).toContain('/interswarm/tasks/fooled/cancel'), TIMEOUT);
    await vi.waitFor(async () => expect(await country().unrest()).toEqual([]), TIMEOUT);
    const { status } = await alpha().call('/swarms/unregister', { as: 'admin:root', body: { name: 'mallory' } });
    expect(status).toBe(200);
  });
});
