import { PEER_SWARM } from '../swarm/plays.ts';
import { ASKED, type Scenario } from './scenario.ts';

const ASKS = [ASKED, 'tool_call supervisor send_request', 'interswarm_message_sent', 'interswarm_message_received'];
const COMPLETES = [
  'tool_call supervisor task_complete',
  'task_complete_call',
  'new_message supervisor>all broadcast_complete ::task_complete::',
];
const answer = (to: string): string => `new_message supervisor@${PEER_SWARM}>${to} response ::task_complete::`;

/** The only scenario that needs somebody else: a swarm that is asked for help and completes. */
export const interswarmScenario: Scenario = {
  name: 'interswarm',
  says: 'The supervisor asks an agent of another swarm, which completes.',
  endings: ['supervisor@conformance', 'supervisor'].map((to) => ({
    shows: [...ASKS, answer(to), ...COMPLETES, 'interswarm_message_sent', 'task_complete'],
    response: 'got remote',
  })),
};
