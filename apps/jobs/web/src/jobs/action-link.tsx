import { joinClasses } from '@posthouse/components';
import type { ComponentProps } from 'react';

/** A link that looks like a button, for what leads somewhere else. */
export function ActionLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      className={joinClasses(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md border border-line bg-card px-3 text-sm font-medium whitespace-nowrap text-ink hover:bg-sunken',
        className,
      )}
      {...rest}
    >
      {children}
    </a>
  );
}
