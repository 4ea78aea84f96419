import { type PlainAgent, type PlainCall, PlainPeer, type PlainPeerOptions } from '@posthouse/testkit';
import type { ScriptedRequest } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { callTown, startTown, type Town, townOf } from './__fixtures__/federated.ts';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const QUESTIONS = ['question 1', 'question 2', 'question 3', 'question 4'];
const ANSWERS = QUESTIONS.map((question) => `answer to ${question}`);
const ALL = ANSWERS.join(', ');

/** A server of ours and a plain MAIL server, who know each other. Each has an agent with a name that the other has not. */
async function meet(script: Parameters<typeof townOf>[1], agent: PlainAgent, options: PlainPeerOptions = {}) {
  const town = await startTown(townOf('alpha', script, ['keeper@weather']));
  const peer = await PlainPeer.start({ entrypoint: 'keeper', agents: { keeper: agent }, ...options });
  peer.other = { url: town.url, swarm: 'alpha', token: 'agent:weather' };
  const body = { name: 'weather', base_url: peer.url, auth_token: peer.token };
  await callTown(town, '/swarms', { as: 'admin:root', body });
  const dispose = async (): Promise<void> => {
    await town.stop({ drainMs: 0 });
    await peer[Symbol.asyncDispose]();
  };
  return { town, peer, [Symbol.asyncDispose]: dispose };
}

/** Resolves when nothing of the task is on its way between the two any more. */
async function settled({ town, peer }: { town: Town; peer: PlainPeer }, role: 'user' | 'swarm'): Promise<void> {
  const { store } = town.served;
  const id = role === 'user' ? 'ada' : 'weather';
  await until(async () => {
    await peer.settled();
    const task = await store.find({ swarm: 'alpha', role, id }, 't');
    if (task === undefined || task.openRun !== null) return false;
    return (await store.load(task.key)).mail.every(({ mailbox }) => mailbox !== '@weather');
  });
  await peer.settled();
}

/** The newest of what an agent of ours has been told that looks like this. */
const newest = ({ messages }: ScriptedRequest, pattern: RegExp) =>
  messages.findLast(({ role }) => role === 'user')!.text.match(pattern)?.[0];

describe('a plain MAIL server that asks ours one question after the other', () => {
  const respond = (body: string): [string, object] => [
    'send_response',
    { target: 'keeper@weather', subject: 'Answer', body },
  ];
  const finish = (text: string): [string, object] => ['task_complete', { finish_message: text }];
  const ask = (body: string): PlainCall => ({ tool: 'send_request', target: 'boss@alpha', subject: 'Question', body });

  /** Asks all questions, and takes every letter for the answer to the newest one. */
  function asking(questions: readonly string[] = QUESTIONS): PlainAgent {
    const answers: string[] = [];
    return ({ body }, turn) => {
      if (turn > 1) answers.push(body);
      if (turn <= questions.length) return [ask(questions[turn - 1]!)];
      return [{ tool: 'task_complete', finishMessage: answers.join(', ') }];
    };
  }
  const answerTo = (request: ScriptedRequest) => `answer to ${newest(request, /question \d/)}`;

  test.each<[string, (answer: string) => ReturnType<typeof calls>]>([
    ['answers only', (answer) => calls(respond(answer))],
    ['answers and completes with the same words', (answer) => calls(respond(answer), finish(answer))],
    ['completes only', (answer) => complete(answer)],
    ['completes before it answers', (answer) => calls(finish(answer), respond(answer))],
  ])('takes each answer for that of its question, from an agent that %s', async (_, act) => {
    await using met = await meet((request) => act(answerTo(request)), asking());

    expect(await met.peer.post('go', 't')).toBe(ALL);
    await settled(met, 'swarm');

    expect(met.peer.letters('forward')).toEqual([]);
    expect(met.peer.letters('back').map(({ payload }) => payload.body)).toEqual(ANSWERS);
    expect(met.peer.refused).toEqual([]);
  });

  test('gets a completion that says something else as a letter of its own', async () => {
    await using met = await meet(
      (request) => calls(respond(answerTo(request)), finish('and that is all')),
      ({ subject }, turn) => {
        if (turn === 1) return [ask('question 1')];
        return subject === '::task_complete::' ? [{ tool: 'task_complete', finishMessage: 'heard it all' }] : [];
      },
    );

    expect(await met.peer.post('go', 't')).toBe('heard it all');
    expect(met.peer.read.map(({ body }) => body)).toEqual(['go', 'answer to question 1', 'and that is all']);
  });

  test('completes, and its word of that, to an agent that we do not have, starts nothing here', async () => {
    await using met = await meet((request) => calls(respond(answerTo(request))), asking(['question 1']));

    await met.peer.post('go', 't');
    await settled(met, 'swarm');

    const { store } = met.town.served;
    const task = await store.find({ swarm: 'alpha', role: 'swarm', id: 'weather' }, 't');
    const { entries } = await store.read(task!.key, 0, 1_000);
    expect(entries.filter(({ type }) => type === 'run-started')).toHaveLength(1);
    expect(met.peer.letters()).toHaveLength(1);
    expect(met.peer.refused).toEqual([]);
  });

  test('asks two questions in one turn, and both are answered', async () => {
    const answers: string[] = [];
    await using met = await meet(
      ({ messages }) => {
        const asked = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
        const open = [...asked.join('\n').matchAll(/question \d/g)].map(([each]) => each);
        const done = new Set(messages.flatMap(({ toolCalls }) => toolCalls.map(({ input }) => JSON.stringify(input))));
        const left = [...new Set(open)].filter(
          (each) => ![...done].some((input) => input.includes(`answer to ${each}`)),
        );
        return calls(...left.map((each) => respond(`answer to ${each}`)));
      },
      ({ subject, body }, turn) => {
        if (turn === 1) return [ask('question 1'), ask('question 2')];
        if (subject === 'Answer') answers.push(body);
        return answers.length === 2 ? [{ tool: 'task_complete', finishMessage: answers.join(', ') }] : [];
      },
    );

    expect(await met.peer.post('go', 't')).toBe('answer to question 1, answer to question 2');
    expect(met.peer.refused).toEqual([]);
  });

  test('a plain MAIL server that asks ours is asked back before it is answered', async () => {
    await using met = await meet(
      (request) => {
        const said = newest(request, /in Oslo/);
        if (said !== undefined) return calls(respond('rain in Oslo'));
        return calls(
          ['send_request', { target: 'keeper@weather', subject: 'Question', body: 'where?' }],
          ['await_message', {}],
        );
      },
      ({ subject, body }, turn) => {
        if (turn === 1) return [ask('question 1')];
        if (subject === 'Question') {
          return [{ tool: 'send_response', target: 'boss@alpha', subject: 'Answer', body: 'in Oslo' }];
        }
        return [{ tool: 'task_complete', finishMessage: body }];
      },
    );

    expect(await met.peer.post('go', 't')).toBe('rain in Oslo');
    expect(met.peer.refused).toEqual([]);
  });
});

describe('a plain MAIL server that ours asks one question after the other', () => {
  const request = (body: string): [string, object] => [
    'send_request',
    { target: 'keeper@weather', subject: 'Question', body },
  ];
  const answer = (body: string): PlainCall => ({
    tool: 'send_response',
    target: 'boss@alpha',
    subject: 'Answer',
    body,
  });
  const post = (town: Town) => callTown(town, '/message', { body: { body: 'go', task_id: 't' } });

  /** Asks all questions, and takes whatever comes for the answer to the newest one. */
  const asking = (questions: readonly string[] = QUESTIONS) => {
    const answers: string[] = [];
    return (asked: ScriptedRequest) => {
      const came = newest(asked, /(?<=\n\n)answer to question \d/);
      if (came !== undefined) answers.push(came);
      const next = questions[answers.length];
      return next === undefined ? complete(answers.join(', ')) : calls(request(next), ['await_message', {}]);
    };
  };

  test('answers each of them once, and is told at the end that it is over', async () => {
    await using met = await meet(asking(), ({ subject, body }) =>
      subject === 'Question' ? [answer(`answer to ${body}`)] : [],
    );

    expect((await post(met.town)).body).toMatchObject({ response: ALL, status: 'complete' });
    await settled(met, 'user');

    expect(met.peer.letters('forward').map(({ payload }) => payload.body)).toEqual(['question 1']);
    expect(met.peer.letters('back').map(({ payload }) => payload.body)).toEqual([...QUESTIONS.slice(1), ALL]);
    expect(met.peer.read.at(-1)).toMatchObject({ subject: '::task_complete::', body: ALL });
    expect(met.peer.refused).toEqual([]);
  });

  test('answers and completes in one turn, so that only the completion arrives', async () => {
    await using met = await meet(asking(['question 1']), ({ body }) => [
      answer('lost'),
      { tool: 'task_complete', finishMessage: `answer to ${body}` },
    ]);

    expect((await post(met.town)).body.response).toBe('answer to question 1');
    await settled(met, 'user');

    expect(met.peer.refused).toEqual([]);
    expect(met.peer.read.map(({ body }) => body)).toEqual(['question 1']);
  });

  test('answers two questions of one turn, the second after the first', async () => {
    await using met = await meet(
      ({ messages }) => {
        const text = messages.map((message) => message.text).join('\n');
        const came = [...new Set(text.match(/(?<=\n\n)answer to question \d/g))];
        if (messages.length === 1) return calls(request('question 1'), request('question 2'), ['await_message', {}]);
        return came.length === 2 ? complete(came.join(', ')) : calls(['await_message', {}]);
      },
      ({ subject, body }) => (subject === 'Question' ? [answer(`answer to ${body}`)] : []),
    );

    expect((await post(met.town)).body.response).toBe('answer to question 1, answer to question 2');
    expect(met.peer.refused).toEqual([]);
  });

  test('takes the end of our task for the next letter, and what it then says wakes nobody', async () => {
    await using met = await meet(asking(['question 1']), ({ body }, turn) => [
      answer(turn === 1 ? `answer to ${body}` : 'late'),
    ]);

    expect((await post(met.town)).body.response).toBe('answer to question 1');
    await settled(met, 'user');

    const task = await met.town.served.store.find({ swarm: 'alpha', role: 'user', id: 'ada' }, 't');
    expect(task).toMatchObject({ status: 'complete', openRun: null });
    expect(met.peer.read.map(({ subject }) => subject)).toEqual(['Question', '::task_complete::']);
  });
});
