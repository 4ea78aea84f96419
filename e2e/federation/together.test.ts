import { describe, expect, test, vi } from 'vitest';
import { toTimeline } from '../../examples/scripting/timeline.ts';
import { type Frame, readFrames } from '../../packages/server/src/__fixtures__/read-frames.ts';
import type { Boss } from './__fixtures__/country.ts';
import { calls, finish, request, respond, wait } from './__fixtures__/turns.ts';
import { useCountry } from './__fixtures__/use-country.ts';

const country = useCountry(['alpha', 'beta', 'gamma']);

/** Mail that a boss has got from another one, by its subject. */
const mail = (scripted: Parameters<Boss>[0], town: string, subject: string): string | undefined =>
  toTimeline(scripted)
    .filter((event) => event.kind === 'mail')
    .find((event) => event.from === `boss@${town}` && event.subject === subject)?.body;
const hasUser = (scripted: Parameters<Boss>[0]): boolean =>
  toTimeline(scripted).some((event) => event.kind === 'mail' && event.fromType === 'user');
const hasCalled = (scripted: Parameters<Boss>[0], subject: string): boolean =>
  toTimeline(scripted).some(
    (event) => event.kind === 'call' && (event.input as { subject?: string }).subject === subject,
  );

/** Asks another boss for the depth of the sea, and tells what it says. */
const asker =
  (other: string): Boss =>
  (scripted) => {
    const answer = mail(scripted, other, 'Re: Depth');
    if (answer !== undefined) return calls(finish(`${other} says: ${answer}`));
    return hasCalled(scripted, 'Depth') ? calls(wait()) : calls(request(other, 'Depth', 'How deep is the sea?'));
  };
/** Knows it. */
const knower =
  (other: string, answer: string): Boss =>
  () =>
    calls(respond(other, 'Re: Depth', answer), finish('told'));

const bodiesOf = (frames: readonly Frame[]): string[] =>
  frames
    .filter(({ event }) => event === 'new_message')
    .map(
      ({ data }) =>
        (data.extra_data as { full_message: { message: { sender: { address: string }; body: string } } }).full_message
          .message,
    )
    .map(({ sender, body }) => `${sender.address}: ${body}`);

describe('two federated servers', () => {
  test('two servers work on one task, and its user follows both of them in one stream', async () => {
    country().plot = { alpha: asker('beta'), beta: knower('alpha', 'very') };
    const frames = await readFrames(
      await fetch(`${country().town('alpha').door.url}/message`, {
        method: 'POST',
        headers: { authorization: 'Bearer user:ada' },
        body: JSON.stringify({ task_id: 'followed', body: 'go', stream: true }),
      }),
    );
    expect(frames.at(-1)).toMatchObject({ event: 'task_complete', data: { response: 'beta says: very' } });
    expect(bodiesOf(frames)).toContain('boss@beta: very');
    const entries = await country().town('alpha').entries('followed');
    const remote = entries.flatMap((entry) => (entry.type === 'remote' ? [`${entry.swarm} ${entry.fact.type}`] : []));
    expect(remote).toContain('beta call');
    expect(await country().town('beta').task('followed', 'alpha')).toMatchObject({ status: 'complete', run: 1 });
  });

  test('two servers ask each other at the same time', async () => {
    const both = (other: string): Boss => {
      const [ask, know] = [asker(other), knower(other, `not at all, says a friend of ${other}`)];
      return (scripted) => (hasUser(scripted) ? ask(scripted) : know(scripted));
    };
    country().plot = { alpha: both('beta'), beta: both('alpha') };
    const [one, two] = await Promise.all([
      country().town('alpha').ask('there', 'go'),
      country().town('beta').ask('here', 'go'),
    ]);
    expect(one.response).toBe('beta says: not at all, says a friend of alpha');
    expect(two.response).toBe('alpha says: not at all, says a friend of beta');
  });

  test('two servers pause together: the user of one answers over HTTP what an agent of the other asks', async () => {
    country().plot = {
      alpha: asker('beta'),
      beta: (scripted) => {
        const answer = toTimeline(scripted).find((event) => event.kind === 'result');
        if (answer?.kind !== 'result') return calls(['ask_human', { q: 'May I tell?' }]);
        return calls(respond('alpha', 'Re: Depth', `they said ${answer.text}`), finish('told'));
      },
    };
    const alpha = country().town('alpha');
    const paused = await alpha.ask('asked', 'go');
    expect(paused.status).toBe('paused');
    const [open, ...more] = JSON.parse(String(paused.response)) as { call_id: string; arguments: string }[];
    expect([open!.arguments, more]).toEqual([expect.stringContaining('May I tell?'), []]);
    const results = [{ call_id: open!.call_id, content: 'yes' }];
    const { body } = await alpha.call('/tasks/asked/resume', { body: { results } });
    expect(body).toMatchObject({ status: 'complete', response: 'beta says: they said yes' });
  });

  test('two servers cancel together: a cancel disconnects from the model of the other one', async () => {
    country().plot = {
      alpha: asker('beta'),
      beta: () => ({ text: 'once upon a time', fault: { kind: 'stall', afterChunks: 1 } }),
    };
    const { llm } = country();
    const before = llm.requests.length;
    const answer = country().town('alpha').ask('stopped', 'go');
    const asked = () => llm.requests.slice(before).find(({ model }) => model === 'beta');
    await vi.waitFor(() => expect(asked()).toBeDefined(), { timeout: 30_000 });
    expect(asked()!.closedBy).toBeUndefined();
    expect((await country().town('alpha').call('/tasks/stopped/cancel', { body: {} })).status).toBe(200);
    expect(await asked()!.closed).toBe('client-closed');
    expect((await answer).status).toBe('cancelled');
    await vi.waitFor(
      async () => expect(await country().town('beta').task('stopped', 'alpha')).toMatchObject({ status: 'cancelled' }),
      { timeout: 30_000 },
    );
  });
});

describe('three federated servers', () => {
  test('three servers pass a task on, and back to where it began', async () => {
    const passer =
      (caller: string, next: string): Boss =>
      (scripted) => {
        const answer = mail(scripted, next, 'Re: Path');
        if (answer !== undefined)
          return calls(respond(caller, 'Re: Path', `${answer}, then ${next}`), finish('passed'));
        return hasCalled(scripted, 'Path') ? calls(wait()) : calls(request(next, 'Path', 'Where does it lead?'));
      };
    country().plot = {
      alpha: (scripted) => {
        const isHome = mail(scripted, 'gamma', 'Path') !== undefined;
        if (isHome && !hasCalled(scripted, 'Re: Path')) {
          const answer = respond('gamma', 'Re: Path', 'home');
          return hasUser(scripted) ? calls(answer) : calls(answer, finish('told'));
        }
        const path = mail(scripted, 'beta', 'Re: Path');
        if (path !== undefined) return calls(finish(path));
        return hasCalled(scripted, 'Path') ? calls(wait()) : calls(request('beta', 'Path', 'Where does it lead?'));
      },
      beta: passer('alpha', 'gamma'),
      gamma: passer('beta', 'alpha'),
    };
    const answer = await country().town('alpha').ask('round', 'go');
    expect(answer).toMatchObject({ status: 'complete', response: 'home, then alpha, then gamma' });
    for (const [town, caller] of [
      ['beta', 'alpha'],
      ['gamma', 'beta'],
    ] as const) {
      expect(await country().town(town).task('round', caller)).toMatchObject({ taskId: 'round', run: 1 });
    }
  });

  test('all receive a broadcast, each of them once', async () => {
    const listener =
      (name: string): Boss =>
      () =>
        calls(respond('alpha', `Re: ${name}`, `${name} has heard`), finish('heard'));
    country().plot = {
      alpha: (scripted) => {
        const answers = ['beta', 'gamma'].map((town) => mail(scripted, town, `Re: ${town}`));
        if (answers.every((answer) => answer !== undefined)) return calls(finish(answers.join(', ')));
        if (hasCalled(scripted, 'News')) return calls(wait());
        const news = { subject: 'News', body: 'Hear, hear!', target_swarms: [] };
        return calls(['send_interswarm_broadcast', news]);
      },
      beta: listener('beta'),
      gamma: listener('gamma'),
    };
    expect((await country().town('alpha').ask('news', 'go')).response).toBe('beta has heard, gamma has heard');
    for (const town of ['beta', 'gamma']) {
      const entries = await country().town(town).entries('news', 'alpha');
      const heard = entries.filter((entry) => entry.type === 'message' && entry.message.message.subject === 'News');
      expect(heard).toHaveLength(1);
    }
  });
});
