import { X } from 'lucide-react';
import { useWords } from '../../words/use-words.ts';

type ChipProps = { kind: string; label: string; onDrop: () => void };

/** One thing that the assistant is told, and how to take it back. */
export function Chip({ kind, label, onDrop }: ChipProps) {
  const { context: words } = useWords().chat;
  return (
    <li className="flex max-w-full items-center gap-1 rounded-full border border-line bg-card py-0.5 pr-1 pl-2.5 text-xs">
      <span className="shrink-0 text-soft">{kind}</span>
      <span className="min-w-0 truncate font-medium" title={label}>
        {label}
      </span>
      <button
        type="button"
        aria-label={words.drop(`${kind} ${label}`)}
        className="shrink-0 rounded-full p-1 text-soft hover:bg-sunken hover:text-ink"
        onClick={onDrop}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}
