import {
  manualPostWire,
  manualProposalWire,
  manualStepResultWire,
  manualStepWire,
  manualTaskWire,
} from '@posthouse/protocol';
import type { DocumentedRoute } from './documented-route.ts';
import { idempotencyParameter, swarmParameter, taskIdParameter, TASK_ID } from './shared-parameters.ts';

/** Manual mode over HTTP. */
export const manualRoutes: DocumentedRoute[] = [
  {
    method: 'post',
    path: '/manual',
    operation: 'postManually',
    tag: 'messages',
    summary: 'A message for agents that take turns only when told to',
    description:
      'Opens a run in manual mode, or adds to one. Nobody is woken by it: `POST /tasks/{task_id}/step` does that.',
    access: 'user',
    body: {
      schema: manualPostWire.schema,
      example: { body: 'Trains or cars?', recipients: ['all'] },
      keys: {
        recipients: 'The agents whose buffers it goes to, or `all`; the entrypoint unless given.',
        swarm: 'The swarm, when it is not the default one.',
        task_id: 'A task to add to, or the name of a new one.',
      },
    },
    answers: {
      200: { description: 'The task.', schema: manualTaskWire.schema, example: { task_id: TASK_ID } },
    },
    errors: ['swarm_not_found', 'agent_not_found', 'unavailable'],
  },
  {
    method: 'post',
    path: '/tasks/{task_id}/step',
    operation: 'stepAgent',
    tag: 'tasks',
    summary: 'One turn of one agent of a task in manual mode',
    description:
      'The agent reads what has gathered in its buffer, then the payload. The answer comes when it has spoken.',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter, idempotencyParameter],
    body: {
      schema: manualStepWire.schema,
      example: { target: 'ann', payload: 'You have the word.' },
      keys: {
        response_type: 'How its words travel: `broadcast` unless given.',
        response_targets: 'Who hears them. A broadcast goes to all unless given; a response or request needs somebody.',
        payload: 'Put behind the buffer, word for word.',
      },
    },
    answers: {
      200: {
        description: 'What it said.',
        schema: manualStepResultWire.schema,
        example: { task_id: TASK_ID, run: 1, step_id: 'step-1', status: 'done', text: 'Trains, of course.' },
      },
    },
    errors: ['swarm_not_found', 'agent_not_found', 'task_not_found', 'task_deleted', 'unavailable'],
  },
  {
    method: 'get',
    path: '/tasks/{task_id}/proposal',
    operation: 'getProposal',
    tag: 'tasks',
    summary: 'The step that should come next in a task in manual mode, if the server has a program that knows',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter],
    answers: {
      200: {
        description: 'The step, to be taken as it is or otherwise.',
        schema: manualProposalWire.schema,
        example: { step: { target: 'ann', payload: 'You have the word.' } },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
];
