import { ASKED, COMPLETED, TO_ALL, WEATHER_ANSWERS, type Scenario } from './scenario.ts';

/** Agents that do their work. */
export const workScenarios: readonly Scenario[] = [
  {
    name: 'simple',
    says: 'The supervisor completes at once.',
    endings: [{ shows: [ASKED, ...COMPLETED], response: 'done-simple' }],
  },
  {
    name: 'delegate',
    says: 'The supervisor asks weather, which runs an action and answers.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor send_request',
          // What is sent may go out with its call, or after all calls of the turn.
          { meanwhile: ['tool_call supervisor await_message', 'await_message'] },
          'new_message supervisor>weather request',
          'tool_call weather get_weather',
          'action_call',
          'action_complete',
          'new_message system>weather broadcast ::action_complete::',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'sunny',
      },
    ],
  },
  {
    name: 'broadcast',
    says: 'The supervisor tells everyone; weather acknowledges, math ignores and answers.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor send_broadcast',
          TO_ALL,
          TO_ALL,
          { meanwhile: ['tool_call weather acknowledge_broadcast'] },
          'tool_call math ignore_broadcast',
          { meanwhile: ['broadcast_ignored'] },
          'tool_call math send_response',
          'new_message math>supervisor response',
          ...COMPLETED,
        ],
        response: 'bc',
      },
    ],
  },
  {
    name: 'broadcast_targets',
    says: 'The supervisor sends a broadcast to weather only.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor send_broadcast',
          TO_ALL,
          TO_ALL,
          { meanwhile: ['tool_call math ignore_broadcast', 'broadcast_ignored'] },
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'bt2',
      },
      {
        shows: [
          ASKED,
          'tool_call supervisor send_broadcast',
          'new_message supervisor>weather broadcast',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'bt2',
        differences: ['broadcast-targets'],
      },
    ],
  },
  {
    name: 'interrupt',
    says: 'The supervisor interrupts weather, which answers.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor send_interrupt',
          'new_message supervisor>weather interrupt',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'int',
      },
    ],
  },
  {
    name: 'dup',
    says: 'The supervisor completes twice in one turn.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor task_complete',
          'tool_call supervisor task_complete',
          'task_complete_call',
          'new_message supervisor>all broadcast_complete ::task_complete::',
          'task_complete_call_duplicate',
          'task_complete',
        ],
        response: 'one',
      },
    ],
  },
  {
    name: 'builtin',
    says: "The supervisor's provider searches the web and runs a program in the same turn.",
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor web_search_call',
          { meanwhile: ['builtin_tool_call', 'builtin_tool_call'] },
          'tool_call supervisor code_interpreter_call',
          'tool_call supervisor task_complete',
          'task_complete_call',
          'new_message supervisor>all broadcast_complete ::task_complete::',
          'task_complete',
        ],
        response: 'bi',
      },
    ],
  },
];
