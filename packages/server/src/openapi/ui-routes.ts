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
import type { DocumentedRoute } from './documented-route.ts';
import { exampleFrames, messageAnswer } from './message-routes.ts';
import {
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
export const uiRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/ui/agents',
    operation: 'listAgents',
    tag: 'ui',
    summary: 'The agents of a swarm',
    access: 'user',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: {
      200: {
        description: 'The agents, and who is the entrypoint.',
        schema: uiAgentsWire.schema,
        example: {
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
        },
      },
    },
  },
  {
    method: 'post',
    path: '/ui/message',
    operation: 'postUIMessage',
    tag: 'ui',
    summary: 'Like `POST /message`, but it streams unless told not to, and always shows events',
    access: 'user',
    parameters: [idempotencyParameter],
    body: { schema: postMessageWire.schema, example: { body: 'What is 17 % of 2 400?' } },
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
      'call_not_found',
      'call_answered',
      'task_running',
      'queue_full',
      'tool_name_taken',
      'unavailable',
    ],
  },
  {
    method: 'get',
    path: '/ui/tasks',
    operation: 'listUITasks',
    tag: 'ui',
    summary: 'The tasks of the caller, newest first',
    access: 'user',
    parameters: [swarmParameter, ...pageParameters],
    answers: {
      200: {
        description: 'One line for each task.',
        schema: uiTaskListWire.schema,
        example: [{ ...task, event_count: 6 }],
      },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/ui/task/{task_id}',
    operation: 'getUITask',
    tag: 'ui',
    summary: 'A task with its events',
    access: 'user',
    parameters: [taskIdParameter, swarmParameter],
    answers: {
      200: {
        description: 'The task; the data of its events are objects here.',
        schema: uiTaskWire.schema,
        example: { ...task, events: [{ event: 'task_complete', data: ended, id: '6' }] },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/ui/task-summary/{task_id}',
    operation: 'getUITaskTitle',
    tag: 'ui',
    summary: 'A title for a task',
    access: 'user',
    parameters: [
      taskIdParameter,
      swarmParameter,
      {
        name: 'force_regen',
        in: 'query',
        description: 'Taken for the sake of MAIL; a title is made anew each time.',
        schema: z.boolean(),
        example: 'false',
      },
    ],
    answers: {
      200: {
        description: 'The beginning of what the caller wrote first, or `<no messages>`.',
        schema: uiTaskTitleWire.schema,
        example: { task_id: TASK_ID, title: 'Seventeen per cent' },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  },
  {
    method: 'get',
    path: '/ui/dump-events',
    operation: 'dumpEvents',
    tag: 'ui',
    summary: 'All events of all tasks of the caller',
    access: 'user',
    parameters: [swarmParameter, ...pageParameters],
    answers: {
      200: {
        description: 'Every event with its task. Nothing is written to a file.',
        schema: uiEventDumpWire.schema,
        example: {
          message: 'Dumped 1 events',
          event_count: 1,
          events: [{ task_id: TASK_ID, event_type: 'task_complete', event_id: '6', data: ended }],
        },
      },
    },
    errors: ['invalid_input', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  },
];
