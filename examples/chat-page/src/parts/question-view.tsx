import { mailFactsOf } from '../messages/mail-facts.ts';
import type { CallPart } from '../messages/swarm-message.ts';
import { toFields } from '../messages/to-fields.ts';
import { isOpenQuestion } from '../messages/to-sections.ts';
import type { SwarmChat } from '../sdk/swarm-chat.ts';
import { AgentName } from './agent-name.tsx';
import { AnswerForm } from './answer-form.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { CallValues } from './call-card.tsx';
import { useSpeaker } from './speaker.ts';

type QuestionProps = { part: CallPart; chat: Pick<SwarmChat, 'answer' | 'refuse' | 'decide' | 'status'> };

/** A call that waits for the reader: its result, or leave to run it. Stays as a record when it has been answered. */
export function QuestionView({ part, chat }: QuestionProps) {
  const asksLeave = part.approval !== undefined;
  const open = isOpenQuestion(part);
  const { agent } = mailFactsOf(part, useSpeaker());
  // As long as other agents are still at work, the answer would have to wait anyway.
  const busy = chat.status === 'submitted' || chat.status === 'streaming';
  return (
    <section className={open ? 'question open' : 'question'} aria-label={`Question about ${part.toolName}`}>
      <h3>
        <AgentName name={agent} /> {asksLeave ? 'wants to call' : 'needs an answer to'} <code>{part.toolName}</code>
        {!open && <span className="tag">{toOutcome(part)}</span>}
      </h3>
      <CallValues part={part} />
      {part.approval?.reason !== undefined && part.state !== 'output-error' && (
        <p className="reason">“{part.approval.reason}”</p>
      )}
      {part.state === 'input-available' && (
        <AnswerForm
          disabled={busy}
          onAnswer={(output) => chat.answer(part, output)}
          onRefuse={(reason) => chat.refuse(part, reason)}
        />
      )}
      {part.state === 'approval-requested' && (
        <ApprovalForm
          disabled={busy}
          onDecide={(approved, reason) => chat.decide(part.approval.id, approved, reason)}
        />
      )}
    </section>
  );
}

function toOutcome({ state, approval, output }: CallPart): string {
  if (approval?.approved === false || state === 'output-denied') return 'denied';
  if (state === 'output-error') return approval === undefined ? 'not answered' : 'failed';
  if (approval !== undefined) return 'approved';
  // To the swarm, a refusal is a result like any other.
  return toFields(output)?.every(([key]) => key === 'error') === true ? 'not answered' : 'answered';
}
