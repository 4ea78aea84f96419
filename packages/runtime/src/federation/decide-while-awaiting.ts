import { type MAILMessage, type NewEntry, newId, swarmOf } from '@posthouse/protocol';
import type { NewMail } from '@posthouse/store';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import type { Decision } from '../task/decision.ts';
import { contextOf, dataOf, type RunData, type DecisionState } from '../task/task-data.ts';
import { awaitedSwarms } from '../task/letters/awaited-swarms.ts';
import { withNote } from '../task/letters/letter-note.ts';

type Waiting = Pick<DecisionState, 'task' | 'ledger'>;

/**
 * Nobody is at work here, but another swarm has something to do for us, so the run waits. If somebody there waits for an
 * answer from here, both might wait for ever: then whoever was asked is reminded, once for each request.
 */
export function decideWhileAwaiting({ task, ledger }: Waiting): Decision | undefined {
  const current = dataOf(task).current!;
  const owed = ledger.requests
    .open()
    .find(
      ({ from, to, requestId }) =>
        isOutside(from) && !isOutside(to) && swarmOf(from) !== current.caller?.swarm && !ledger.reminded.has(requestId),
    );
  if (owed === undefined) return undefined;
  const word = composeSystemResponse(contextOf(task), owed.to, {
    subject: '::stalled::',
    body: `Nobody here is working on the task, and ${owed.from} waits for an answer of yours. Answer with send_response.`,
  });
  const text = `no agent is at work; ${owed.to} is asked to answer ${owed.from}`;
  return tell(current, [withNote(word, { reminds: owed.requestId })], { code: 'answer_owed', text });
}

/** Swarms that have taken our letters have given no sign for too long. Whoever asked them is told not to wait. */
export function decideSilence({ task, ledger }: Waiting, silenceMs: number): Decision {
  const current = dataOf(task).current!;
  const swarms = awaitedSwarms({ task, ledger });
  const minutes = Math.round(silenceMs / 60_000);
  const messages = swarms.flatMap((swarm) => {
    const askers = ledger.requests.open().filter(({ from, to }) => swarmOf(to) === swarm && !isOutside(from));
    const names = new Set(askers.length === 0 ? [current.entrypoint] : askers.map(({ from }) => from));
    return [...names].map((name) => {
      const body = `Swarm '${swarm}' has taken what was sent to it and has not been heard of for ${minutes} minutes. Do not wait for it any longer.`;
      const word = composeSystemResponse(contextOf(task), name, { subject: '::agent_error::', body });
      return withNote(word, { lost: { swarm } });
    });
  });
  const text = `nothing has been heard of ${swarms.join(', ')} for ${minutes} minutes`;
  return tell(current, messages, { code: 'peer_silent', text });
}

function tell({ run }: RunData, messages: MAILMessage[], notice: { code: string; text: string }): Decision {
  const letters = messages.map((message) => ({ message, to: recipient(message) }));
  return {
    entries: [
      { run, type: 'notice', ...notice },
      ...letters.map(({ to, message }): NewEntry => ({ run, type: 'message', to, message })),
    ],
    put: letters.map(({ to, message }): NewMail => ({ id: newId(), mailbox: to, tier: 1, run, message })),
  };
}

function recipient({ message }: MAILMessage): string {
  return 'recipient' in message ? message.recipient.address : '';
}

function isOutside(agent: string): boolean {
  return swarmOf(agent) !== undefined;
}
