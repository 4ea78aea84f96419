import { Button } from '@posthouse/components';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { BranchPlace } from './use-branches.ts';

type BranchSwitchProps = { place: BranchPlace; disabled: boolean; onTake: (taskId: string) => void };

/** Leads to what else was asked or answered at this place. */
export function BranchSwitch({ place: { branches, current }, disabled, onTake }: BranchSwitchProps) {
  const to = (index: number) => {
    const taskId = branches[index];
    return { disabled: disabled || taskId === undefined, onClick: () => taskId !== undefined && onTake(taskId) };
  };
  return (
    <fieldset aria-label="Branches" className="flex items-center text-xs text-soft">
      <Button look="quiet" icon aria-label="Previous branch" {...to(current - 1)}>
        <ChevronLeft aria-hidden className="size-3.5" />
      </Button>
      <span className="tabular-nums">
        {current + 1} / {branches.length}
      </span>
      <Button look="quiet" icon aria-label="Next branch" {...to(current + 1)}>
        <ChevronRight aria-hidden className="size-3.5" />
      </Button>
    </fieldset>
  );
}
