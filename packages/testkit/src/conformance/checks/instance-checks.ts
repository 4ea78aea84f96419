import { newId } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import { asObject, objectOf } from '../http/exchange.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import type { RuleCheck } from './check.ts';
import { wrapperFor } from './interswarm.ts';
import { expectResponse } from './task-checks.ts';

/** Checks that callers see only what is theirs. */
export const instanceChecks: RuleCheck[] = [
  {
    id: 'N34',
    needs: ['admin'],
    run: async (lab) => {
      const { taskId } = await lab.completed();
      const mine = await lab.get(lab.inSwarm('/tasks'));
      expectThat(mine, Object.hasOwn(objectOf(mine), taskId), {
        expected: `the task ${taskId} in the list of its owner`,
      });
      const theirs = await lab.get(lab.inSwarm('/tasks'), 'admin');
      const hidden = theirs.answer.status === 200 && !Object.hasOwn(objectOf(theirs), taskId);
      expectThat(theirs, hidden, { expected: `a list of tasks without ${taskId}, which belongs to the user` });
    },
  },
  {
    id: 'N35',
    needs: ['admin'],
    run: async (lab) => {
      await lab.completed();
      const taskId = newId();
      const posted = await lab.message({ task_id: taskId, body: await lab.plainBody() }, 'admin');
      expectThat(posted, posted.answer.status === 200, { expected: 'the message of an admin to be answered' });
      const { id } = await lab.whoami('admin');
      const owner = `admin:${id}@${await lab.swarmName()}`;
      const exchange = await lab.task(taskId, 'admin');
      const { task_owner: told, task_contributors: contributors } = objectOf(exchange);
      const holds = told === owner && Array.isArray(contributors) && contributors.includes(owner);
      expectThat(exchange, holds, { expected: `${owner} as owner and contributor` });
    },
  },
  {
    id: 'N37',
    needs: ['agent'],
    run: async (lab) => {
      const runners: unknown[] = [];
      for (const sender of ['one', 'two']) {
        const exchange = await lab.post('/interswarm/forward', await wrapperFor(lab, { sender }), 'agent');
        const { local_runner: runner } = objectOf(exchange);
        expectThat(exchange, exchange.answer.status === 200 && typeof runner === 'string', {
          expected: '200 with a local_runner',
        });
        runners.push(runner);
        expectThat(exchange, runners[0] === runner, { expected: `the same local_runner ${String(runners[0])}` });
      }
    },
  },
  {
    id: 'N38',
    needs: ['agent'],
    run: async (lab) => {
      const exchange = await lab.message({ body: await lab.plainBody() }, 'agent');
      expectThat(exchange, exchange.answer.status === 401, { expected: '401 for a message with the token of a swarm' });
    },
  },
  {
    id: 'N39',
    run: async (lab) => {
      const exchange = await lab.post('/interswarm/forward', await wrapperFor(lab, {}));
      expectThat(exchange, exchange.answer.status === 401, { expected: '401 for a wrapper with the token of a user' });
    },
  },
  {
    id: 'N40',
    run: async (lab) => {
      if (await lab.hasScenarios()) {
        for (const taskId of [newId(), newId()]) {
          expectResponse(await lab.message({ task_id: taskId, body: bodyOf('recall') }), 'remembered 1');
        }
        return;
      }
      const { taskId } = await lab.completed();
      const exchange = await lab.task(taskId);
      const { events } = objectOf(exchange);
      const own = (Array.isArray(events) ? events : []).every((event) => taskIdOf(asObject(event).data) === taskId);
      expectThat(exchange, own, { expected: `events of the task ${taskId} only` });
    },
  },
  {
    id: 'N41',
    needs: ['admin'],
    run: async (lab) => {
      const { taskId } = await lab.completed();
      const exchange = await lab.task(taskId, 'admin');
      const holds = exchange.answer.status === 404 && !exchange.answer.text.includes('task_owner');
      expectThat(exchange, holds, { expected: '404 for the task of somebody else' });
      const shown = await lab.get(`/ui/task/${taskId}`, 'admin');
      const { id } = await lab.whoami();
      const leaks = shown.answer.status === 200 && shown.answer.text.includes(`user:${id}@`);
      expectThat(shown, !leaks, { expected: 'nothing of somebody else below /ui' });
    },
  },
];

function taskIdOf(data: unknown): unknown {
  return asObject(typeof data === 'string' ? JSON.parse(data) : data).task_id;
}
