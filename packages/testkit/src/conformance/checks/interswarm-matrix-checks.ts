import { newId } from '@posthouse/protocol';
import type { BetterAnswer } from '../findings/expect-that.ts';
import type { Lab } from '../lab/lab.ts';
import type { Check } from './check.ts';
import { wrapperFor, type WrapperOptions } from './interswarm.ts';
import { type Cell, post, type Row, toCheck } from './matrix-row.ts';

const better = (...statuses: number[]): BetterAnswer[] =>
  statuses.map((status) => ({ status, difference: 'bad-wrapper-is-4xx' }));

const RECEIVED = 'server failed to receive interswarm';

async function forward(
  lab: Lab,
  options: WrapperOptions,
  answer: Cell['answer'],
  ways?: BetterAnswer[],
): Promise<Cell> {
  const ask = post('/interswarm/forward', await wrapperFor(lab, options), 'agent');
  return { ask, answer, better: ways };
}

async function back(lab: Lab, options: WrapperOptions, answer: Cell['answer'], ways?: BetterAnswer[]): Promise<Cell> {
  return {
    ...(await forward(lab, options, answer, ways)),
    ask: post('/interswarm/back', await wrapperFor(lab, options), 'agent'),
  };
}

/** A task that came in by `/interswarm/forward`, for the rows that need one. */
function forwarded(lab: Lab): Promise<string> {
  return lab.once('forwarded', async () => {
    const taskId = newId();
    await lab.post('/interswarm/forward', await wrapperFor(lab, { taskId }), 'agent');
    return taskId;
  });
}

const rows: Row[] = [
  {
    id: 'B19',
    says: 'A wrapper that lacks something, or has something of a wrong type, is refused.',
    cells: async (lab) => [
      {
        ask: post('/interswarm/forward', {}, 'agent'),
        answer: { status: 400, detail: "parameter 'message' is required" },
      },
      await forward(
        lab,
        { wrapper: { task_owner: undefined } },
        { status: 400, detail: "parameter 'task_owner' is required" },
      ),
      await forward(
        lab,
        { wrapper: { payload: 'text' } },
        { status: 400, detail: /^parameter 'payload' must be a dict, got / },
      ),
    ],
  },
  {
    id: 'B20',
    says: 'A task that is here already is not begun again.',
    cells: async (lab) => {
      const taskId = await forwarded(lab);
      return [
        await forward(lab, { taskId }, { status: 500, detail: /already exists/ }, [
          ...better(409),
          {
            status: 200,
            difference: 'forward-joins',
            shows: ({ status, task_id: id }) => status === 'success' && id === taskId,
          },
        ]),
      ];
    },
  },
  {
    id: 'B21',
    says: 'A wrapper for another swarm, for an unknown agent, without a task: refused.',
    cells: async (lab) => [
      await forward(lab, { target: 'elsewhere' }, { status: 500, detail: /wrong swarm/ }, better(400, 404)),
      await forward(
        lab,
        { recipient: 'nobody-here' },
        { status: 500, detail: /unknown local agent/ },
        better(400, 404),
      ),
      await forward(lab, { payload: { task_id: undefined } }, { status: 500, detail: /task_id/ }, better(400)),
    ],
  },
  {
    id: 'B22',
    says: 'An answer to a task that does not run here is refused.',
    cells: async (lab) => [await back(lab, {}, { status: 400, detail: 'task is not running' }, better(404))],
  },
  {
    id: 'B23',
    says: 'An answer that names no contributor of this swarm finds nobody.',
    cells: async (lab) => {
      const taskId = await forwarded(lab);
      return [
        await back(lab, { taskId }, { status: 404, detail: `no mail instance found for task with id ${taskId}` }),
      ];
    },
  },
  {
    id: 'B24',
    says: 'An answer with a wrong role, a malformed contributor or another owner is refused.',
    cells: async (lab) => {
      const taskId = await forwarded(lab);
      const swarm = await lab.swarmName();
      const strange = { taskId, contributors: [`agent:visitor@${swarm}`] };
      const malformed = { taskId, contributors: ['nobody'] };
      return [
        await back(lab, strange, { status: 400, detail: 'invalid role: agent' }, better(404)),
        await back(lab, malformed, { status: 500, detail: new RegExp(`^${RECEIVED} back message`) }, better(400, 404)),
      ];
    },
  },
  {
    id: 'B25',
    says: 'POST /interswarm/message without a token, without targets, with two targets, with another type: refused.',
    cells: async (lab) => {
      const complete = { user_token: 'token', targets: ['supervisor@nowhere'], body: 'Hello.' };
      const ask = (changes: Record<string, unknown>) => post('/interswarm/message', { ...complete, ...changes });
      return [
        {
          ask: ask({ user_token: undefined }),
          answer: { status: 401, detail: 'user token is required' },
          better: better(400),
        },
        { ask: ask({ targets: undefined }), answer: { status: 400, detail: "'targets' and 'body' are required" } },
        {
          ask: ask({ targets: ['a@x', 'b@x'] }),
          answer: { status: 400, detail: "'request' messages require exactly one target" },
        },
        {
          ask: ask({ msg_type: 'interrupt' }),
          answer: { status: 400, detail: "msg_type 'interrupt' is not supported for interswarm send" },
        },
        {
          ask: ask({ targets: [`supervisor@${await lab.swarmName()}-elsewhere`] }),
          answer: { status: 500, detail: /^server failed to send interswarm message: / },
          better: better(400, 404, 502),
        },
      ];
    },
  },
];

/** The rows that involve other swarms. */
export const interswarmMatrixChecks: Check[] = rows.map((row) =>
  toCheck({ ...row, ...(row.id === 'B25' ? {} : { needs: ['agent'] }) }),
);
