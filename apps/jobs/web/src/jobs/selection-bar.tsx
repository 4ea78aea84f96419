import { Button, ChoiceMenu } from '@posthouse/components';
import { Trash2, X } from 'lucide-react';
import { useId } from 'react';
import { JOB_STATUSES, type JobStatus } from '../api/job.ts';
import { useWords } from '../words/use-words.ts';

type SelectionBarProps = {
  shown: number;
  selected: number;
  onSelectAll: (selected: boolean) => void;
  onMove: (status: JobStatus) => void;
  onRemove: () => void;
};

/** What can be done with several jobs at once. The line is always there, so that nothing moves when one is selected. */
export function SelectionBar({ shown, selected, onSelectAll, onMove, onRemove }: SelectionBarProps) {
  const { jobs: words } = useWords();
  const id = useId();
  const isNone = selected === 0;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1 text-sm sm:px-3">
      <input
        id={id}
        type="checkbox"
        checked={selected > 0 && selected === shown}
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && selected < shown;
        }}
        onChange={(event) => onSelectAll(event.target.checked)}
        className="size-4 accent-accent"
      />
      <label htmlFor={id} className="mr-auto pl-1 text-soft">
        {isNone ? words.selectAll : words.selected(selected)}
      </label>
      {!isNone && (
        <>
          <ChoiceMenu
            label={words.moveSelected}
            options={JOB_STATUSES.map((value) => ({ value, title: words.statuses[value] }))}
            onChoose={onMove}
            className="border border-line bg-card"
          >
            {words.moveSelected}
          </ChoiceMenu>
          <Button look="alarm" onClick={onRemove}>
            <Trash2 aria-hidden className="size-4" />
            {words.remove}
          </Button>
          <Button look="quiet" icon aria-label={words.clearSelection} onClick={() => onSelectAll(false)}>
            <X aria-hidden className="size-4" />
          </Button>
        </>
      )}
    </div>
  );
}
