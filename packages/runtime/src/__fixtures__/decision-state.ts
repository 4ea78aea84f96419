import type { MAILMessage } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import { agentAddress, composeRequest, ownerAddress } from '../messages/compose-messages.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { type DecisionState, toData } from '../task/task-data.ts';
import { toStoredTurn, type TurnCall } from '../task/turn-data.ts';

const place = { taskId: 't', swarm: 'desk' };

export function userMessage(body = 'go'): MAILMessage {
  return composeRequest(place, {
    sender: ownerAddress({ role: 'user', id: 'ada' }),
    recipient: 'boss',
    subject: 'New Message',
    body,
  });
}

export function agentMessage(from: string, to: string, subject = 's'): MAILMessage {
  return composeRequest(place, { sender: agentAddress(from), recipient: to, subject, body: 'b' });
}

let order = 0;
export function mailTo(mailbox: string, message: MAILMessage, changes: Partial<Mail> = {}): Mail {
  order += 1;
  return { id: `m${order}`, mailbox, tier: 5, order, due: 0, run: 1, message, ...changes };
}

export function callOf(tool: string, changes: Partial<TurnCall> = {}): TurnCall {
  return { callId: `c-${tool}`, tool, input: {}, kind: 'action', ...changes };
}

export function openTurn(agent: string, calls: TurnCall[], turn = 1): Turn {
  return toStoredTurn({ agent, turn, run: 1, done: false }, { format: 1, inputs: [], attempt: 1, messages: [], calls });
}

/** A task in the middle of its first run. */
export function runningTask(changes: Partial<Task> = {}): Task {
  const data = toData({ current: { run: 1, entrypoint: 'boss', startedAt: 0, startSeq: 0 } });
  return {
    key: 'k',
    owner: { swarm: 'desk', role: 'user', id: 'ada' },
    taskId: 't',
    status: 'running',
    run: 1,
    openRun: 1,
    epoch: 1,
    head: 2,
    node: 'n',
    data,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

export function stateOf(changes: Partial<DecisionState> = {}): DecisionState {
  return { task: runningTask(), mail: [], open: [], live: [], ledger: new RunLedger(), ...changes };
}
