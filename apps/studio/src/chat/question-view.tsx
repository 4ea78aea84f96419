import { Badge, Button, Card, Field, joinClasses, TextField } from '@posthouse/components';
import { type FormEvent, useState } from 'react';
import { AgentName } from '../format/agent-name.tsx';
import { agentOf } from './agent-of.ts';
import type { CallPart } from './swarm-message.ts';
import { toResult } from './to-result.ts';
import { isOpenQuestion } from './to-sections.ts';
import { CallValues } from './work-view.tsx';

/** What the reader can say to a call that waits. */
export type Answering = {
  answer(call: CallPart, output: unknown): void;
  refuse(call: CallPart, reason: string): void;
  decide(approvalId: string, approved: boolean, reason: string | undefined): void;
};

type QuestionProps = { part: CallPart; answering: Answering; disabled: boolean };

/** A call that waits for the reader: its result, or leave to run it. Stays as a record when it has been answered. */
export function QuestionView({ part, answering, disabled }: QuestionProps) {
  const open = isOpenQuestion(part);
  const asksLeave = part.approval !== undefined;
  return (
    <Card
      aria-label={`Question about ${part.toolName}`}
      className={joinClasses('my-2 p-3 text-sm', open && 'border-ask/60 bg-ask-paper')}
    >
      <p className="mb-2 flex flex-wrap items-center gap-1.5">
        <AgentName name={agentOf(part)} />
        {asksLeave ? 'wants to call' : 'needs an answer to'}
        <code className="font-mono text-xs">{part.toolName}</code>
        {open ? <Badge tone="ask">waits for you</Badge> : <Badge>{toOutcome(part)}</Badge>}
      </p>
      <CallValues part={part} />
      {part.state === 'input-available' && (
        <AnswerForm
          disabled={disabled}
          onAnswer={(output) => answering.answer(part, output)}
          onRefuse={(reason) => answering.refuse(part, reason)}
        />
      )}
      {part.state === 'approval-requested' && (
        <ApprovalForm
          disabled={disabled}
          onDecide={(approved, reason) => answering.decide(part.approval.id, approved, reason)}
        />
      )}
    </Card>
  );
}

type AnswerFormProps = { disabled: boolean; onAnswer: (output: unknown) => void; onRefuse: (reason: string) => void };

/** Takes the result of a call from the reader. */
export function AnswerForm({ disabled, onAnswer, onRefuse }: AnswerFormProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAnswer(toResult(text));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextField label="Your answer" rows={2} required value={text} onChange={(event) => setText(event.target.value)} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={disabled}>
          Answer
        </Button>
        <Button disabled={disabled} onClick={() => onRefuse(text.trim() || 'The user gives no answer.')}>
          Refuse
        </Button>
      </div>
    </form>
  );
}

type ApprovalFormProps = { disabled: boolean; onDecide: (approved: boolean, reason: string | undefined) => void };

/** Takes a yes or no. */
export function ApprovalForm({ disabled, onDecide }: ApprovalFormProps) {
  const [reason, setReason] = useState('');
  const decide = (approved: boolean): void => onDecide(approved, reason.trim() === '' ? undefined : reason.trim());
  return (
    <div className="flex flex-col gap-2">
      <Field label="Reason" placeholder="optional" value={reason} onChange={(event) => setReason(event.target.value)} />
      <div className="flex gap-2">
        <Button look="primary" disabled={disabled} onClick={() => decide(true)}>
          Approve
        </Button>
        <Button look="alarm" disabled={disabled} onClick={() => decide(false)}>
          Deny
        </Button>
      </div>
    </div>
  );
}

function toOutcome({ state, approval, output }: CallPart): string {
  if (approval?.approved === false || state === 'output-denied') return 'denied';
  if (state === 'output-error') return approval === undefined ? 'not answered' : 'failed';
  if (approval !== undefined) return 'approved';
  const isRefusal = typeof output === 'object' && output !== null && Object.keys(output).join() === 'error';
  return isRefusal ? 'not answered' : 'answered';
}
