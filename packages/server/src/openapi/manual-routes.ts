import {
  manualPostWire,
  manualProposalWire,
  manualStepResultWire,
  manualStepWire,
  manualTaskWire,
} from '@posthouse/protocol';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { idempotencyParameter, swarmParameter, taskIdParameter, TASK_ID } from './shared-parameters.ts';

/** Manual mode over HTTP. */
export const manualRoutes = describeRoutes('tasks', {
  postManually: post('/manual', 'user', {
    tag: 'messages',
    summary: 'A message for agents that take turns only on request',
    description:
      'Opens a run in manual mode, or adds to one. It wakes no agent: `POST /tasks/{task_id}/step` does that.',
    parameters: [idempotencyParameter],
    body: takes(
      manualPostWire,
      { body: 'Trains or cars?', recipients: ['all'] },
      {
        keys: {
          recipients: 'The agents whose buffers it goes to, or `all`; the entrypoint unless given.',
          swarm: 'The swarm, when it is not the default one.',
          task_id: 'A task to add to, or the name of a new one.',
        },
      },
    ),
    answers: gives('The task.', manualTaskWire, { task_id: TASK_ID }),
    errors: ['swarm_not_found', 'agent_not_found', 'task_deleted', 'unavailable'],
  }),
  stepAgent: post('/tasks/{task_id}/step', 'user', {
    summary: 'One turn of one agent of a task in manual mode',
    description: 'The agent reads its buffer, then the payload. The answer comes when the agent has spoken.',
    parameters: [taskIdParameter, swarmParameter, idempotencyParameter],
    body: takes(
      manualStepWire,
      { target: 'ann', payload: 'You have the word.' },
      {
        keys: {
          response_type: 'How its answer is sent: `broadcast` unless given.',
          response_targets:
            'Who hears them. A broadcast goes to all unless given; a response or request needs somebody.',
          payload: 'Added after the buffer, word for word.',
        },
      },
    ),
    answers: gives('What it said.', manualStepResultWire, {
      task_id: TASK_ID,
      run: 1,
      step_id: 'step-1',
      status: 'done',
      text: 'Trains, of course.',
    }),
    errors: ['swarm_not_found', 'agent_not_found', 'task_not_found', 'task_deleted', 'unavailable'],
  }),
  getProposal: get('/tasks/{task_id}/proposal', 'user', {
    summary: 'The step that should come next in a task in manual mode, if the server has a program that proposes one',
    parameters: [taskIdParameter, swarmParameter],
    answers: gives('The step; you may take it as it is or change it.', manualProposalWire, {
      step: { target: 'ann', payload: 'You have the word.' },
    }),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
});
