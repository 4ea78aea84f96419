import type { Pattern } from './pattern.ts';
import { ASKED, CALLS_WEATHER, COMPLETED, corrected, TO_ALL, WEATHER_ANSWERS, type Scenario } from './scenario.ts';

/** What two agents show when the second may or may not answer before the task is complete. */
function answered(first: string, second: string): Pattern {
  return [
    { perhaps: [`tool_call ${second} send_response`, `new_message ${second}>supervisor response`] },
    `tool_call ${first} send_response`,
    `new_message ${first}>supervisor response`,
  ];
}

/** Agents that break a rule and are told so. */
export const mistakeScenarios: readonly Scenario[] = [
  corrected({
    name: 'badtarget',
    says: 'The supervisor writes to somebody it may not write to.',
    call: 'send_request',
    error: 'agent_error',
    subject: '::invalid_recipient::',
    response: 'bt',
  }),
  corrected({
    name: 'badargs',
    says: 'The supervisor sends a request without a body.',
    call: 'send_request',
    error: 'agent_error',
    subject: '::tool_call_error::',
    response: 'ba',
  }),
  corrected({
    name: 'unknown_action',
    says: 'The supervisor calls an action that does not exist.',
    call: 'nope',
    error: 'action_error',
    subject: '::action_error::',
    response: 'ua',
  }),
  corrected({
    name: 'forbidden_action',
    says: 'The supervisor calls an action that belongs to weather.',
    call: 'get_weather',
    error: 'action_error',
    subject: '::action_error::',
    response: 'fa',
  }),
  corrected({
    name: 'ack_wrong',
    says: 'The supervisor acknowledges a message that was no broadcast.',
    call: 'acknowledge_broadcast',
    subject: '::tool_call_error::',
    response: 'aw',
  }),
  corrected({
    name: 'await_bad',
    says: 'The supervisor waits although nobody owes it an answer.',
    call: 'await_message',
    error: 'agent_error',
    subject: '::tool_call_error::',
    response: 'ab',
  }),
  {
    name: 'text',
    says: 'The supervisor answers with plain text instead of a call.',
    endings: [
      {
        shows: [
          ASKED,
          'tool_call supervisor text_output',
          TO_ALL,
          TO_ALL,
          // Both read the text at the same time: either may answer first, and the first answer completes the task.
          { anyOf: [answered('weather', 'math'), answered('math', 'weather')] },
          ...COMPLETED,
        ],
        response: 'after text',
      },
      {
        shows: [ASKED, 'new_message system>supervisor response ::tool_call_error::', ...COMPLETED],
        response: 'after text',
        differences: ['text-not-broadcast'],
      },
    ],
  },
  {
    name: 'weathertc',
    says: 'Weather completes the task, without permission.',
    endings: [
      {
        shows: [
          ...CALLS_WEATHER,
          'tool_call weather task_complete',
          'task_complete_call',
          'new_message weather>all broadcast_complete ::task_complete::',
          'task_complete',
        ],
        response: 'weather completed it',
      },
      {
        shows: [
          ...CALLS_WEATHER,
          'tool_call weather task_complete',
          'agent_error',
          'new_message system>weather response ::tool_call_error::',
          ...WEATHER_ANSWERS,
          ...COMPLETED,
        ],
        response: 'supervisor completed it',
        differences: ['completion-needs-permission'],
      },
    ],
  },
];
