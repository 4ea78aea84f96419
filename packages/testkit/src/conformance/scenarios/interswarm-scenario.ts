import { ASKED, type Scenario } from './scenario.ts';

const SENT = 'interswarm_message_sent';
const COMPLETES = [
  'tool_call supervisor task_complete',
  'task_complete_call',
  'new_message supervisor>all broadcast_complete ::task_complete::',
];

/**
 * The only scenario with another swarm, which is asked for help and completes. That a letter has been sent is
 * known when the other server has confirmed it, and by then its answer may be here, or the task over.
 */
export function interswarmScenario(peer: string): Scenario {
  const answer = (to: string): string => `new_message supervisor@${peer}>${to} response ::task_complete::`;
  return {
    name: 'interswarm',
    says: 'The supervisor asks an agent of another swarm, which completes.',
    message: { body: `scenario:interswarm of ${peer}` },
    endings: ['supervisor@conformance', 'supervisor'].map((to) => ({
      shows: [
        ASKED,
        'tool_call supervisor send_request',
        { meanwhile: [SENT] },
        'interswarm_message_received',
        answer(to),
        ...COMPLETES,
        { perhaps: [SENT] },
        'task_complete',
      ],
      response: 'got remote',
    })),
  };
}
