import { Empty, Markdown } from '@posthouse/components';
import { memo } from 'react';
import { toDialogue } from '../moments/to-dialogue.ts';
import type { TaskTape } from '../moments/task-tape.ts';
import { TaskStatus } from './task-status.tsx';

/** The task as the conversation that it is to its owner, at a moment. */
export const Dialogue = memo(({ tape, at }: { tape: TaskTape; at: number }) => {
  const said = toDialogue(tape, at);
  if (said.length === 0) return <Empty title="No messages yet" />;
  return (
    <ol aria-label="Conversation" className="flex h-full flex-col gap-3 overflow-y-auto p-3 text-sm">
      {said.map(({ seq, who, text, outcome }) => (
        <li key={seq} className={who === 'you' ? 'self-end rounded-2xl bg-accent-paper px-3 py-2' : ''}>
          <Markdown text={text} />
          {outcome !== undefined && outcome !== 'complete' && <TaskStatus status={outcome} />}
        </li>
      ))}
    </ol>
  );
});
