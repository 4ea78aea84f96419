import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';

const LOOKS = {
  primary: 'bg-accent text-on-accent border-transparent hover:brightness-110',
  plain: 'bg-card text-ink border-line hover:bg-sunken',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-sunken hover:text-ink',
  alarm: 'bg-card text-alarm border-alarm/50 hover:bg-alarm-paper',
};

export type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS;
  /** A square one, for an icon; it needs an `aria-label`. */
  icon?: boolean;
};

/** Something to press. It submits nothing unless its type says so. */
export function Button({ look = 'plain', icon = false, className, type = 'button', ...rest }: ButtonProps) {
  const shape = icon ? 'size-8 justify-center' : 'min-h-8 px-3';
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- given by whoever uses it, and `button` otherwise
      type={type}
      className={joinClasses(
        'inline-flex shrink-0 items-center gap-1.5 rounded-md border text-sm font-medium whitespace-nowrap',
        'disabled:cursor-not-allowed disabled:opacity-55',
        shape,
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}
