import { EVERYONE, type MAILMessage, type NewEntry, newId, toOpenCallsText } from '@posthouse/protocol';
import type { Mail, NewMail, Task, Turn } from '@posthouse/store';
import { agentAddress, composeResponse, systemAddress } from '../messages/compose-messages.ts';
import type { Decision } from '../task/decision.ts';
import { toPause } from '../task/to-pause.ts';
import { type TaskCaller, contextOf, dataOf, type DecisionState } from '../task/task-data.ts';
import { readTurn, toStoredTurn, type TurnCall } from '../task/turn-data.ts';
import { noteOf, withNote } from '../task/letters/letter-note.ts';
import { peerOf, toPeerMailbox } from '../task/letters/peer-mailbox.ts';
import { fromRemoteCallId, toRemoteCallId } from './to-remote-entries.ts';

const PAUSE_SUBJECT = '::breakpoint_tool_call::';
const RESULT_SUBJECT = '::breakpoint_tool_result::';

/**
 * A run of another swarm waits for somebody, and that swarm works for us: so the question is ours to pass on. Its calls
 * stand in an open turn of that swarm, and are answered like all others.
 */
export function decideRemotePause({ task, open }: Pick<DecisionState, 'task' | 'open'>, mail: Mail): Decision {
  const swarm = peerOf(mail.mailbox)!;
  const { paused } = noteOf(mail.message);
  if (task.openRun === null || paused === undefined) return { entries: [], take: [mail.id] };
  const known = open.find((each) => each.agent === toPeerMailbox(swarm));
  const answered = new Map(
    (known === undefined ? [] : readTurn(known).calls).map((call) => [call.callId, call.result] as const),
  );
  const calls = paused.map((call): TurnCall => {
    const callId = toRemoteCallId(swarm, call.callId);
    return { ...call, callId, kind: 'breakpoint', result: answered.get(callId) };
  });
  const turn = toStoredTurn(
    { agent: toPeerMailbox(swarm), turn: 0, run: task.openRun, done: false },
    { format: 1, inputs: [], attempt: 1, messages: [], calls, asker: toAsker(mail.message) },
  );
  const others = open.filter((each) => each.agent !== turn.agent);
  const pause = toPause([...others, turn], task.openRun);
  if (pause === undefined) return { entries: [], take: [mail.id], turns: [turn] };
  return { entries: [pause], take: [mail.id], turns: [turn], status: 'paused' };
}

/**
 * Whether a question has to wait until another instance of its swarm has its answers: a swarm may work on a task for
 * several others, and what they ask stands in one turn.
 */
export function isBehindAnother({ mailbox, message }: Mail, open: readonly Turn[]): boolean {
  const asked = open.find((turn) => turn.agent === mailbox);
  const asker = asked && readTurn(asked).asker;
  return asker !== undefined && asker.instance !== noteOf(message).instance;
}

/** Once the calls of another swarm are answered, the answers are mail for it like any other. */
export function decideAnswered(task: Task, turn: Turn): Decision {
  const swarm = peerOf(turn.agent)!;
  const { calls, asker } = readTurn(turn);
  const resume = calls.map(({ callId, result }) => ({
    callId: fromRemoteCallId(swarm, callId),
    content: result!.content,
  }));
  const message = composeResponse(contextOf(task), {
    sender: systemAddress(task.owner.swarm),
    recipient: asker?.address ?? `${EVERYONE}@${swarm}`,
    subject: RESULT_SUBJECT,
    body: '',
  });
  const noted = withNote(message, { resume, to: asker?.instance });
  return {
    entries: [],
    turns: [{ ...turn, done: true }],
    put: [{ id: newId(), mailbox: turn.agent, tier: 1, run: task.openRun, message: noted }],
  };
}

function toAsker(letter: MAILMessage): { address: string; instance?: string } {
  const { instance } = noteOf(letter);
  return { address: letter.message.sender.address, instance };
}

/** A pause of a run that another swarm asked for has to reach those who can answer: they are on its side. */
export function withPauseLetter(task: Task, decision: Decision): Decision {
  const { current } = dataOf(task);
  const caller = current?.caller;
  if (caller === undefined) return decision;
  const pause = decision.entries.findLast((entry): entry is NewEntry & { type: 'paused' } => entry.type === 'paused');
  // A budget of ours is nobody's question there; whoever waits for the answer waits on.
  if (pause === undefined || pause.calls.length === 0) return decision;
  const message = composeResponse(contextOf(task), {
    sender: agentAddress(toLocalAgent(pause.agent) ?? current!.entrypoint),
    recipient: `${caller.agent}@${caller.swarm}`,
    subject: PAUSE_SUBJECT,
    body: toOpenCallsText(pause.calls),
    requestId: caller.requestId,
  });
  return { ...decision, put: [...(decision.put ?? []), toPauseMail(caller, message, pause)] };
}

/** The agent whose calls it is about, unless they are calls of yet another swarm. */
function toLocalAgent(agent: string | undefined): string | undefined {
  return agent === undefined || peerOf(agent) !== undefined ? undefined : agent;
}

function toPauseMail(
  { swarm, instance }: TaskCaller,
  message: MAILMessage,
  { calls, run }: NewEntry & { type: 'paused' },
): NewMail {
  return {
    id: newId(),
    mailbox: toPeerMailbox(swarm),
    tier: 5,
    run: null,
    message: withNote(message, { asks: calls, run, to: instance }),
  };
}
