import { useId, useState } from 'react';

type ApprovalFormProps = { disabled: boolean; onDecide: (approved: boolean, reason: string | undefined) => void };

/** Lets the reader decide whether a call may run. */
export function ApprovalForm({ disabled, onDecide }: ApprovalFormProps) {
  const [reason, setReason] = useState('');
  const field = useId();
  const decide = (approved: boolean): void => onDecide(approved, reason.trim() || undefined);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={field}>Reason (optional)</label>
      <input id={field} value={reason} onChange={(event) => setReason(event.target.value)} />
      <div className="buttons">
        <button type="button" className="primary" disabled={disabled} onClick={() => decide(true)}>
          Approve
        </button>
        <button type="button" disabled={disabled} onClick={() => decide(false)}>
          Deny
        </button>
      </div>
    </form>
  );
}
