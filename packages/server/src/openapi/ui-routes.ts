import {
  messageResultWire,
  postMessageWire,
  uiAgentsWire,
  uiEventDumpWire,
  uiTaskListWire,
  uiTaskTitleWire,
  uiTaskWire,
} from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { exampleFrames, messageAnswer } from './message-routes.ts';
import {
  inQuery,
  idempotencyParameter,
  pageParameters,
  RUN_STARTED_AT,
  swarmParameter,
  taskIdParameter,
  TASK_ID,
} from './shared-parameters.ts';

const task = {
  task_id: TASK_ID,
  task_owner: 'user:alice@newsroom',
  is_running: false,
  completed: true,
  start_time: RUN_STARTED_AT,
  title: 'Seventeen per cent',
};

const ended = { timestamp: RUN_STARTED_AT, task_id: TASK_ID, response: '408', status: 'complete' };

/** What MAIL's user interface asks for. Everything belongs to the caller. */
export const uiRoutes = describeRoutes('ui', {
  listAgents: get('/ui/agents', 'user', {
    summary: 'The agents of a swarm',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: gives('The agents, and who is the entrypoint.', uiAgentsWire, {
      agents: [
        {
          name: 'supervisor',
          comm_targets: ['math'],
          enable_entrypoint: true,
          can_complete_tasks: true,
          enable_interswarm: false,
        },
      ],
      entrypoint: 'supervisor',
    }),
  }),
  postUIMessage: post('/ui/message', 'user', {
    summary: 'Like `POST /message`, but it streams unless told not to, and always shows events',
    parameters: [idempotencyParameter],
    body: takes(postMessageWire, { body: 'What is 17 % of 2 400?' }),
    answers: {
      200: {
        ...messageAnswer,
        schema: messageResultWire.schema,
        example: {
          response: '408',
          events: [{ event: 'task_complete', data: ended }],
          task_id: TASK_ID,
          status: 'complete',
        },
        frames: exampleFrames,
      },
    },
    errors: [
      'swarm_not_found',
      'agent_not_found',
      'task_deleted',
      'call_not_found',
      'call_answered',
      'task_running',
      'queue_full',
      'tool_name_taken',
      'unavailable',
    ],
  }),
  listUITasks: get('/ui/tasks', 'user', {
    summary: 'The tasks of the caller, newest first',
    parameters: [swarmParameter, ...pageParameters],
    answers: gives('One line for each task.', uiTaskListWire, [{ ...task, event_count: 6 }]),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  getUITask: get('/ui/task/{task_id}', 'user', {
    summary: 'A task with its events',
    parameters: [taskIdParameter, swarmParameter],
    answers: gives('The task; the data of its events are objects here.', uiTaskWire, {
      ...task,
      events: [{ event: 'task_complete', data: ended, id: '6' }],
    }),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  getUITaskTitle: get('/ui/task-summary/{task_id}', 'user', {
    summary: 'A title for a task',
    parameters: [
      taskIdParameter,
      swarmParameter,
      inQuery('force_regen', 'false', 'Accepted because MAIL has it; the title is made each time.', z.boolean()),
    ],
    answers: gives('The beginning of what the caller wrote first, or `<no messages>`.', uiTaskTitleWire, {
      task_id: TASK_ID,
      title: 'Seventeen per cent',
    }),
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  dumpEvents: get('/ui/dump-events', 'user', {
    summary: 'All events of all tasks of the caller',
    parameters: [swarmParameter, ...pageParameters],
    answers: gives('Every event with its task. Nothing is written to a file.', uiEventDumpWire, {
      message: 'Dumped 1 events',
      event_count: 1,
      events: [{ task_id: TASK_ID, event_type: 'task_complete', event_id: '6', data: ended }],
    }),
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
});
