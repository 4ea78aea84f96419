import { afterEach, describe, expect, test } from 'vitest';
import { type PlainAgent, type PlainCall, PlainPeer, type PlainPeerOptions } from './plain-peer.ts';

const ask = (body: string): PlainCall => ({ tool: 'send_request', target: 'boss@beta', subject: 'Question', body });
const answer = (body: string): PlainCall => ({
  tool: 'send_response',
  target: 'boss@alpha',
  subject: 'Answer',
  body,
});
const finish = (finishMessage: string): PlainCall => ({ tool: 'task_complete', finishMessage });

const open: PlainPeer[] = [];
afterEach(async () => {
  for (const peer of open.splice(0)) await peer[Symbol.asyncDispose]();
});

/** Two of these servers that know each other. */
async function meet(
  alpha: PlainAgent,
  beta: PlainAgent,
  options: PlainPeerOptions = {},
): Promise<[PlainPeer, PlainPeer]> {
  const start = (name: string, boss: PlainAgent, more: PlainPeerOptions = {}) =>
    PlainPeer.start({ name, entrypoint: 'boss', agents: { boss }, token: `token of ${name}`, ...more });
  const one = await start('alpha', alpha);
  const other = await start('beta', beta, options);
  open.push(one, other);
  one.other = { url: other.url, swarm: 'beta', token: other.token };
  other.other = { url: one.url, swarm: 'alpha', token: one.token };
  return [one, other];
}

/** An agent that asks one question after the other, takes whatever comes for the next answer, and says all of them. */
function asking(questions: readonly string[]): PlainAgent {
  const answers: string[] = [];
  return ({ body }, turn) => {
    if (turn > 1) answers.push(body);
    return turn > questions.length ? [finish(answers.join(', '))] : [ask(questions[turn - 1]!)];
  };
}

async function settled(...peers: PlainPeer[]): Promise<void> {
  for (const peer of [...peers, ...peers]) await peer.settled();
}

describe('a plain peer that asks another one', () => {
  test('gets the right answer to each of its questions', async () => {
    const [alpha, beta] = await meet(asking(['one', 'two', 'three']), ({ body, subject }) =>
      subject === 'Question' ? [answer(`about ${body}`)] : [],
    );

    expect(await alpha.post('go')).toBe('about one, about two, about three');
    await settled(alpha, beta);
    expect(beta.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/interswarm/forward',
      '/interswarm/back',
      '/interswarm/back',
      '/interswarm/back',
    ]);
    expect(beta.read.map(({ subject }) => subject)).toEqual(['Question', 'Question', 'Question', '::task_complete::']);
    expect([alpha.refused, beta.refused]).toEqual([[], []]);
  });

  test('takes the word that the other one has completed for the next answer', async () => {
    const [alpha, beta] = await meet(asking(['one', 'two']), () => []);
    const outcome = alpha.post('go', 't');
    await settled(alpha, beta);
    const [letter] = beta.letters();

    await beta.reply(letter!, 'about one');
    await beta.complete(letter!, 'about one');

    expect(await outcome).toBe('about one, about one');
  });

  test('loses what the other one has answered in the turn that completes', async () => {
    const [alpha] = await meet(asking(['one']), () => [answer('the answer'), finish('the end')]);

    expect(await alpha.post('go')).toBe('the end');
    expect(alpha.read.map(({ subject }) => subject)).toEqual(['New Message', '::task_complete::']);
  });

  test('hears nothing of one that only completes', async () => {
    const [alpha, beta] = await meet(asking(['one']), () => [finish('the end')]);

    void alpha.post('go');
    await settled(alpha, beta);

    expect(beta.read).toHaveLength(1);
    expect(alpha.read).toHaveLength(1);
  });

  test('loses the second of two questions of one turn', async () => {
    const [alpha, beta] = await meet(
      (_, turn) => (turn === 1 ? [ask('one'), ask('two')] : [finish('enough')]),
      ({ body }) => [answer(`about ${body}`)],
    );

    await alpha.post('go', 't');
    await settled(alpha, beta);

    expect(beta.read.map(({ body }) => body)).toEqual(['one', 'enough']);
    expect(alpha.refused).toEqual([
      { status: 500, body: { detail: expect.stringContaining("a task with ID 't' already exists in swarm memory") } },
    ]);
  });

  test('a plain peer is not heard after the other one has completed', async () => {
    const [alpha, beta] = await meet(
      (_, turn) => [ask(`question ${turn}`)],
      ({ body }) => (body === 'question 1' ? [answer('x'), finish('done')] : []),
    );

    void alpha.post('go');
    await settled(alpha, beta);

    expect(beta.letters()).toHaveLength(2);
    expect(beta.read.map(({ body }) => body)).toEqual(['question 1']);
  });
});

describe('a plain peer', () => {
  const letter = {
    message_id: 'm',
    source_swarm: 'alpha',
    target_swarm: 'beta',
    timestamp: '',
    payload: { task_id: 't', sender: { address: 'boss@alpha' }, recipient: { address: 'boss@beta' } },
    msg_type: 'request',
    auth_token: '',
    task_owner: 'user:u@alpha',
    task_contributors: ['user:u@alpha'],
    metadata: {},
  };
  const contributors = ['user:u@alpha', 'swarm:alpha@beta'];

  test.each([
    ['forward', {}, [200, '']],
    ['forward', { metadata: undefined }, [400, "parameter 'metadata' is required"]],
    ['forward', { task_contributors: 'all' }, [400, "parameter 'task_contributors' must be a list, got str"]],
    ['forward', { target_swarm: 'gamma' }, [500, "received interswarm message for wrong swarm: 'gamma'"]],
    [
      'forward',
      { payload: { ...letter.payload, recipient: { address: 'ghost@beta' } } },
      [500, "unknown local agent: 'ghost'"],
    ],
    ['back', { task_contributors: contributors }, [400, 'task is not running']],
  ])('judges a letter that comes %s with %j', async (direction, changes, [status, words]) => {
    const [, beta] = await meet(
      () => [],
      () => [],
    );
    const [given, detail = ''] = await send(beta, direction, { ...letter, ...changes });
    expect([given, detail]).toEqual([status, expect.stringContaining(String(words))]);
  });

  test.each([
    [{ task_contributors: contributors }, [200, undefined]],
    [{ task_contributors: ['user:u@alpha'] }, [404, 'no mail instance found for task with id t']],
    [{ task_contributors: contributors, task_owner: 'user:eve@alpha' }, [500, expect.stringContaining('mismatch')]],
  ])('judges an answer about a task that it knows with %j', async (changes, judgement) => {
    const [, beta] = await meet(
      () => [],
      () => [],
    );
    await send(beta, 'forward', letter);
    expect(await send(beta, 'back', { ...letter, ...changes })).toEqual(judgement);
  });

  test('wants its token', async () => {
    const [, beta] = await meet(
      () => [],
      () => [],
    );
    expect((await fetch(`${beta.url}/interswarm/forward`, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

async function send(peer: PlainPeer, direction: string, message: object): Promise<[number, unknown]> {
  const response = await fetch(`${peer.url}/interswarm/${direction}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${peer.token}` },
    body: JSON.stringify({ message }),
  });
  return [response.status, ((await response.json()) as { detail?: string }).detail];
}
