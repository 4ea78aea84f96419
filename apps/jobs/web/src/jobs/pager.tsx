import { joinClasses } from '@posthouse/components';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';

type PagerProps = { page: number; last: number; hrefOf: (page: number) => string };

/** The way to the other pages of a list. */
export function Pager({ page, last, hrefOf }: PagerProps) {
  const { jobs: words } = useWords();
  if (last <= 1 && page <= last) return null;
  return (
    <nav aria-label={words.pages} className="mt-3 flex items-center justify-center gap-3 text-sm">
      <Step label={words.previousPage} href={page > 1 ? hrefOf(Math.min(page - 1, Math.max(last, 1))) : undefined}>
        <ChevronLeft aria-hidden className="size-4" />
      </Step>
      <span className="text-soft">{words.page(page, Math.max(last, 1))}</span>
      <Step label={words.nextPage} href={page < last ? hrefOf(page + 1) : undefined}>
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  );
}

function Step({ label, href, children }: { label: string; href: string | undefined; children: ReactNode }) {
  const shape = 'inline-flex size-8 items-center justify-center rounded-md border border-line bg-card';
  // A link that leads nowhere is none.
  if (href === undefined) {
    return (
      <span aria-hidden className={joinClasses(shape, 'opacity-40')}>
        {children}
      </span>
    );
  }
  return (
    <a href={href} aria-label={label} title={label} className={joinClasses(shape, 'hover:bg-sunken')}>
      {children}
    </a>
  );
}
