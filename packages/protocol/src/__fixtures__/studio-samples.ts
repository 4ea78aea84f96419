import type { JSONValue } from '../json.ts';

const agent = {
  name: 'harbourmaster',
  comm_targets: ['pilot'],
  actions: ['tide'],
  enable_entrypoint: true,
  can_complete_tasks: true,
  enable_interswarm: false,
};
const swarm = { name: 'harbour', version: '1.0.0', description: '', entrypoint: 'harbourmaster', keywords: ['sea'] };
const task = {
  task_id: 'task-1',
  swarm: 'harbour',
  title: null,
  status: 'paused',
  runs: 2,
  entries: 40,
  start_time: '2026-03-01T08:30:00.000Z',
  change_time: '2026-03-01T08:31:00.000Z',
  usage: { input_tokens: 1, output_tokens: 2 },
  waiting: [
    { call_id: 'c', tool: 'sail', input: { to_port: null }, approval: true, since: '2026-03-01T08:31:00.000Z' },
  ],
};
const spent = { hour: '2026-03-01T08:00:00.000Z', swarm: 'harbour', agent: 'pilot', model: 'openai/gpt-5-mini' };

/** What the studio asks for and gets, as it stands on the wire. */
export const studioSamples: Record<string, JSONValue[]> = {
  uiSwarmsWire: [
    { default: 'harbour', swarms: [{ ...swarm, agents: [agent] }] },
    {
      default: 'harbour',
      swarms: [{ ...swarm, question: 'When is high tide?', agents: [{ ...agent, description: 'Knows.', model: 'm' }] }],
    },
  ],
  uiOverviewWire: [
    {
      tasks: [task, { ...task, title: 'Ships', waiting: [], usage: { input_tokens: 1, output_tokens: 2, cost: 0.5 } }],
    },
  ],
  uiUsageWire: [{ usage: [{ ...spent, calls: 1, input_tokens: 3, output_tokens: 4, cost: 0.01 }] }, { usage: [] }],
  manualPostWire: [{ body: 'ahoy' }, { body: '', subject: 's', task_id: 't', swarm: 'harbour', recipients: ['all'] }],
  manualTaskWire: [{ task_id: 't' }],
  manualStepWire: [
    { target: 'pilot' },
    { target: 'pilot', response_type: 'response', response_targets: ['a'], payload: '' },
  ],
  manualProposalWire: [{ step: null }, { step: { target: 'pilot', payload: 'Your turn.' } }],
  manualStepResultWire: [{ task_id: 't', run: 1, step_id: 's', status: 'done', text: '' }],
  forkTaskWire: [{ before_run: 1 }, { before_run: 2, new_task_id: 'task-2' }],
  forkedTaskWire: [{ task_id: 'task-2', forked_from: 'task-1' }],
};
