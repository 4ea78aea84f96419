import { newId } from '@posthouse/protocol';
import { detailOf, expectThat, orHang } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { asObject, type Exchange, objectOf } from '../http/exchange.ts';
import { type Check, inSection } from './check.ts';
import { loadSwarm, LOADED, smallSwarm } from './load-swarm.ts';

/** Rows of the matrix whose answers are more than an error. */
export const messageMatrixChecks: Check[] = inSection('Answers', 'SHOULD', [
  {
    id: 'B14',
    says: 'Names in kwargs that are fields of the message do no harm.',
    run: async (lab): Promise<Seen> => {
      await lab.completed();
      const exchange = await lab.message({ body: await lab.plainBody(), kwargs: { body: 'something else' } });
      const { status } = exchange.answer;
      if (status === 500 && detailOf(exchange) !== undefined) return [];
      const holds = (status === 200 && typeof objectOf(exchange).response === 'string') || status === 400;
      expectThat(exchange, holds, { expected: '200 with a response, 400, or 500 with {"detail": …}' });
      return ['kwargs-collision-ignored'];
    },
  },
  {
    id: 'B15',
    says: 'Continuing an unknown task fails as a task: 200 with the reason, or a stream with one task_error.',
    run: async (lab) => {
      const resume = (task_id: string) => ({ task_id, body: 'Hello.', resume_from: 'user_response' });
      const reasonOf = (task_id: string): string => `task '${task_id}' not found`;
      // Each has its own id: a server that was asked for a task once may have recorded it as failed.
      const [once, streamedOnce] = [newId(), newId()];
      const exchange = await lab.message(resume(once));
      const response = objectOf(exchange).response;
      const told = `The task encountered an error: ${reasonOf(once)}.`;
      expectThat(exchange, exchange.answer.status === 200 && response === told, {
        expected: `200 with the response "${told}"`,
      });
      const streamed = await lab.stream(resume(streamedOnce));
      const [frame] = streamed.frames;
      const ends = streamed.frames.length === 1 && frame?.event === 'task_error';
      expectThat(streamed.exchange, ends && String(frame.data.response).includes(reasonOf(streamedOnce)), {
        expected: `a stream of one task_error whose response says ${reasonOf(streamedOnce)}`,
      });
    },
  },
  {
    id: 'B33',
    says: 'An unknown resume_from is refused.',
    run: async (lab): Promise<Seen> => {
      const message = { body: await lab.plainBody(), resume_from: 'bogus' };
      const exchange = await orHang(lab.message(message), 'an answer to an unknown resume_from');
      expectThat(exchange, exchange.answer.status === 400, { expected: '400' });
      return ['resume-from-checked'];
    },
  },
  {
    id: 'B34',
    says: 'The spec calls the body of a message `message`; a server may read that, too.',
    level: 'MAY',
    run: async (lab): Promise<Seen> => {
      await lab.completed();
      const exchange = await lab.message({ message: await lab.plainBody() });
      const { status } = exchange.answer;
      expectThat(exchange, status === 200 || status === 400, {
        expected: '200, or 400 as for a message without a body',
      });
      return status === 200 ? ['spec-variants'] : [];
    },
  },
  {
    id: 'B35',
    says: 'GET /task may also be asked with the id in the query.',
    level: 'MAY',
    run: async (lab): Promise<Seen> => {
      const { taskId } = await lab.completed();
      const path = lab.inSwarm('/task');
      const exchange = await lab.get(`${path}${path.includes('?') ? '&' : '?'}task_id=${taskId}`);
      const { status } = exchange.answer;
      expectThat(exchange, status === 200 || status >= 400, { expected: 'the task, or an error' });
      if (status !== 200) return [];
      expectThat(exchange, objectOf(exchange).task_id === taskId, { expected: `the task ${taskId}` });
      return ['task-by-query'];
    },
  },
  {
    id: 'B36',
    says: 'An admin sets the health, and everybody reads it.',
    needs: ['admin'],
    run: async (lab) => {
      const before = objectOf(await lab.get('/health', 'nobody')).status;
      const exchange = await lab.post('/health', { status: before }, 'admin');
      const { status, swarm_name: swarm } = objectOf(exchange);
      const holds = exchange.answer.status === 200 && status === before && typeof swarm === 'string';
      expectThat(exchange, holds, { expected: `200 with the status ${JSON.stringify(before)} and the swarm_name` });
    },
  },
  {
    id: 'B37',
    says: 'An admin asks for a dump of the swarm, and loads another.',
    level: 'MUST',
    needs: ['admin', 'changes'],
    run: async (lab): Promise<Seen> => {
      const dumped = await lab.get('/swarms/dump', 'admin');
      expectChanged(dumped, 'dumped');
      expectChanged(await loadSwarm(lab, smallSwarm({ helpers: ['helper'] })), 'success');
      const { swarm } = objectOf(await lab.get('/status'));
      return asObject(swarm).name === LOADED ? [] : ['loaded-beside'];
    },
  },
]);

function expectChanged(exchange: Exchange, status: string): void {
  const body = objectOf(exchange);
  const holds = exchange.answer.status === 200 && body.status === status && typeof body.swarm_name === 'string';
  expectThat(exchange, holds, { expected: `200 with the status ${status} and a swarm_name` });
}
