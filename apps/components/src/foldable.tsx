import { ChevronRight } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { joinClasses } from './join-classes.ts';

export type FoldableProps = {
  title: ReactNode;
  children: ReactNode;
  startsOpen?: boolean;
  className?: string;
};

/** Something under its title; pressing the title shows or hides it. */
export function Foldable({ title, children, startsOpen = false, className }: FoldableProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen} className={className}>
      <Collapsible.Trigger className="flex w-full min-w-0 items-center gap-1.5 rounded px-1 py-1 text-left text-sm hover:bg-sunken">
        <ChevronRight aria-hidden className={joinClasses('size-4 shrink-0 text-soft', open && 'rotate-90')} />
        <span className="min-w-0 flex-1">{title}</span>
      </Collapsible.Trigger>
      <Collapsible.Content className="pt-1 pl-6">{children}</Collapsible.Content>
    </Collapsible.Root>
  );
}
