import { newId } from '@posthouse/protocol';
import { expectThat, orHang } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { asObject, type Exchange, objectOf } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';
import { parseStream } from '../streams/parse-stream.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import type { RuleCheck } from './check.ts';

/** Checks of how tasks begin, end and continue. */
export const taskChecks: RuleCheck[] = [
  {
    id: 'N18',
    run: async (lab) => {
      const body = await lab.plainBody();
      const first = await idOfNewTask(lab, body);
      const second = await idOfNewTask(lab, body);
      const expected = 'a task id of its own for each of two messages';
      expectThat(second.exchange, first.id !== second.id, { expected, seen: `${first.id} twice` });
    },
  },
  {
    id: 'N19',
    run: async (lab) => {
      const { exchange, frames, taskId } = await lab.completed();
      const strays = frames.filter(({ data }) => data.task_id !== taskId);
      const expected = `task_id ${taskId}, as asked, in every frame`;
      expectThat(exchange, strays.length === 0, { expected, seen: JSON.stringify(strays[0]?.data) });
    },
  },
  {
    id: 'N20',
    run: async (lab) => {
      // That the swarm can complete anything at all is shown elsewhere.
      await lab.completed();
      const exchange = await lab.message({ body: await lab.plainBody(), show_events: true });
      const { response, events } = objectOf(exchange);
      const bodies = (Array.isArray(events) ? events : [])
        .map((event) => asObject(asObject(asObject(asObject(event).data).extra_data).full_message))
        .filter(({ msg_type: type }) => type === 'broadcast_complete')
        .map(({ message }) => asObject(message).body);
      const holds = exchange.answer.status === 200 && typeof response === 'string' && bodies.includes(response);
      expectThat(exchange, holds, { expected: 'a response that is the body of the completing message in events' });
    },
  },
  {
    id: 'N21',
    run: async (lab) => {
      if (!(await lab.hasScenarios())) {
        const { taskId } = await lab.completed();
        return expectAnswered(await lab.message({ task_id: taskId, body: 'Again.', resume_from: 'user_response' }));
      }
      const task = { task_id: newId(), body: bodyOf('recall') };
      expectResponse(await lab.message(task), 'remembered 1');
      expectResponse(await lab.message({ ...task, resume_from: 'user_response' }), 'remembered 2');
    },
  },
  {
    id: 'N22',
    run: async (lab): Promise<Seen> => {
      const { taskId } = await lab.completed();
      const body = await lab.plainBody();
      expectAnswered(
        await orHang(lab.message({ task_id: taskId, body }), 'an answer to a message for a finished task'),
      );
      return ['follow-up-continues'];
    },
  },
  {
    id: 'N23',
    run: async (lab) => {
      const { exchange, record, owner } = await recordOf(lab);
      expectThat(exchange, record.task_owner === owner, { expected: `the task_owner ${owner}` });
    },
  },
  {
    id: 'N24',
    run: async (lab) => {
      const { exchange, record } = await recordOf(lab);
      const { task_contributors: contributors, task_owner: owner } = record;
      const holds = Array.isArray(contributors) && contributors.includes(owner);
      expectThat(exchange, holds, { expected: `task_contributors with the owner ${String(owner)}` });
    },
  },
];

async function idOfNewTask(lab: Lab, body: string): Promise<{ exchange: Exchange; id: unknown }> {
  const exchange = await lab.message({ body, stream: true });
  const { frames } = parseStream(exchange.answer.text);
  const id = frames[0]?.data.task_id;
  const holds = typeof id === 'string' && id !== '' && frames.every(({ data }) => data.task_id === id);
  expectThat(exchange, holds, { expected: 'one task id in all frames of a new task' });
  return { exchange, id };
}

async function recordOf(lab: Lab): Promise<{ exchange: Exchange; record: Record<string, unknown>; owner: string }> {
  const { taskId } = await lab.completed();
  const { id, role } = await lab.whoami();
  const exchange = await lab.task(taskId);
  return { exchange, record: objectOf(exchange), owner: `${role}:${id}@${await lab.swarmName()}` };
}

function expectAnswered(exchange: Exchange): void {
  const holds = exchange.answer.status === 200 && typeof objectOf(exchange).response === 'string';
  expectThat(exchange, holds, { expected: '200 with a response' });
}

/** Throws unless the answer is this text. */
export function expectResponse(exchange: Exchange, response: string): void {
  const holds = exchange.answer.status === 200 && objectOf(exchange).response === response;
  expectThat(exchange, holds, { expected: `200 with the response ${JSON.stringify(response)}` });
}
