import type { DifferenceId } from '../findings/differences.ts';
import type { Pattern } from './pattern.ts';

/** One way in which a server may play a scenario. */
export type Ending = {
  /** What the stream shows, in short. */
  shows: Pattern;
  /** The answer of the last frame; a pattern where ids or reasons are in it. */
  response: string | RegExp;
  /** Set where this is not what MAIL's own server shows. */
  differences?: readonly DifferenceId[];
};

/** What the conformance swarm does when it is asked, and what the stream of it has to show. */
export type Scenario = {
  name: string;
  says: string;
  /** Further keys of the message. */
  message?: Record<string, unknown>;
  endings: readonly Ending[];
};

export const ASKED = 'new_message user>supervisor request';

/** The supervisor asks weather, and weather answers. */
export const CALLS_WEATHER = [ASKED, 'tool_call supervisor send_request', 'new_message supervisor>weather request'];
export const WEATHER_ANSWERS = ['tool_call weather send_response', 'new_message weather>supervisor response'];

export const TO_ALL = 'new_message supervisor>all broadcast';

/** How every scenario ends that the supervisor completes. */
export const COMPLETED: Pattern = [
  'tool_call supervisor task_complete',
  'task_complete_call',
  'new_message supervisor>all broadcast_complete ::task_complete::',
  'task_complete',
];

/** A supervisor that makes a mistake, is told so, and completes. */
export function corrected({
  name,
  says,
  call,
  error,
  subject,
  response,
}: {
  name: string;
  says: string;
  call: string;
  error?: string;
  subject: string;
  response: string;
}): Scenario {
  const shows = [
    ASKED,
    `tool_call supervisor ${call}`,
    ...(error === undefined ? [] : [error]),
    `new_message system>supervisor response ${subject}`,
    ...COMPLETED,
  ];
  return { name, says, endings: [{ shows, response }] };
}
