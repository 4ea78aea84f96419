import { ASKED, CALLS_WEATHER, COMPLETED, WEATHER_ANSWERS, type Scenario } from './scenario.ts';

const PAUSED = /^\[\{"arguments":"\{\\"q\\":\\".*\\"\}","call_id":"[^"]+","name":"ask_human","type":"function_call"/;

/** What keeps agents from their work. */
export const stopScenarios: readonly Scenario[] = [
  {
    name: 'action_raises',
    says: 'The action of weather throws.',
    endings: [
      {
        shows: [
          ...CALLS_WEATHER,
          'tool_call weather get_weather',
          'action_call',
          'action_complete',
          'new_message system>weather broadcast ::action_complete::',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'ar',
      },
      {
        shows: [
          ...CALLS_WEATHER,
          'tool_call weather get_weather',
          'action_call',
          'action_error',
          'new_message system>weather response ::action_error::',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'ar',
        differences: ['action-error'],
      },
    ],
  },
  {
    name: 'raise',
    says: 'The model of the supervisor fails.',
    endings: [
      {
        shows: [
          ASKED,
          'agent_error',
          'agent_error',
          'new_message system>conformance response ::improper_response_to_user::',
          'agent_error',
          'task_error',
          'task_complete',
        ],
        response: /./,
      },
      { shows: [ASKED, 'agent_error', 'task_error'], response: /exploded/, differences: ['one-failure'] },
    ],
  },
  {
    name: 'breakpoint',
    says: 'The supervisor asks a person, and the stream ends with the call.',
    endings: [
      { shows: [ASKED, 'tool_call supervisor ask_human', 'breakpoint_tool_call', 'task_complete'], response: PAUSED },
    ],
  },
  {
    name: 'max_steps',
    says: 'Supervisor and weather write to each other for ever; the message says max_steps 2.',
    message: { kwargs: { max_steps: 2 } },
    endings: [
      {
        shows: [
          ...CALLS_WEATHER,
          'tool_call weather send_response',
          'new_message system>supervisor response ::maximum_steps_reached::',
          ...COMPLETED,
        ],
        response: 'forced',
      },
      {
        shows: [
          ...CALLS_WEATHER,
          ...WEATHER_ANSWERS,
          'new_message system>supervisor response ::maximum_steps_reached::',
          ...COMPLETED,
        ],
        response: 'forced',
        differences: ['limit-keeps-message'],
      },
    ],
  },
];
