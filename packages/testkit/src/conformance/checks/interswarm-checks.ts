import { newId } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import { objectOf } from '../http/exchange.ts';
import type { RuleCheck } from './check.ts';
import { wrapperFor } from './interswarm.ts';

/** Checks of messages that come from another swarm. */
export const interswarmChecks: RuleCheck[] = [
  {
    id: 'N04',
    needs: ['agent'],
    run: async (lab) => {
      const exchange = await lab.post('/interswarm/forward', await wrapperFor(lab, {}), 'agent');
      const { status, swarm, local_runner: runner } = objectOf(exchange);
      const name = await lab.swarmName();
      const holds = exchange.answer.status === 200 && status === 'success' && swarm === name;
      expectThat(exchange, holds && String(runner).endsWith(`@${name}`), {
        expected: `200 with the status success, the swarm ${name} and a local_runner of it`,
      });
    },
  },
  {
    id: 'N25',
    needs: ['agent'],
    run: async (lab) => {
      const taskId = newId();
      const exchange = await lab.post('/interswarm/forward', await wrapperFor(lab, { taskId }), 'agent');
      expectThat(exchange, objectOf(exchange).task_id === taskId, { expected: `the task_id ${taskId}` });
    },
  },
  {
    id: 'N54',
    needs: ['agent'],
    run: async (lab) => {
      const wrapper = await wrapperFor(lab, { target: 'some-other-swarm' });
      const exchange = await lab.post('/interswarm/forward', wrapper, 'agent');
      expectThat(exchange, exchange.answer.status >= 400, { expected: 'an error for a message to another swarm' });
    },
  },
];
