import { type FormEvent, useId, useState } from 'react';
import { toAnswer } from '../messages/to-answer.ts';

type AnswerFormProps = {
  disabled: boolean;
  onAnswer: (output: unknown) => void;
  onRefuse: (reason: string) => void;
};

/** Takes the result of a call from the reader. */
export function AnswerForm({ disabled, onAnswer, onRefuse }: AnswerFormProps) {
  const [text, setText] = useState('');
  const field = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAnswer(toAnswer(text));
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={field}>Your answer</label>
      <textarea id={field} rows={2} required value={text} onChange={(event) => setText(event.target.value)} />
      <div className="buttons">
        <button type="submit" className="primary" disabled={disabled}>
          Answer
        </button>
        <button type="button" disabled={disabled} onClick={() => onRefuse(text.trim() || 'The user gives no answer.')}>
          Refuse
        </button>
      </div>
    </form>
  );
}
