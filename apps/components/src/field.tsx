import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from './join-classes.ts';

const BOX = 'w-full rounded-md border border-line bg-card px-2.5 py-1.5 text-sm text-ink placeholder:text-soft';

type Labelled = {
  label: string;
  /** Keeps the label for those who listen, where everybody else sees what is meant. */
  labelHidden?: boolean;
  hint?: ReactNode;
};

/** A line to write into, with its label. */
export function Field({ label, labelHidden, hint, className, ...rest }: ComponentProps<'input'> & Labelled) {
  const id = useId();
  return (
    <Frame {...{ id, label, labelHidden, hint, className }}>
      <input id={id} className={BOX} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...rest} />
    </Frame>
  );
}

/** The same for several lines. */
export function TextField({ label, labelHidden, hint, className, ...rest }: ComponentProps<'textarea'> & Labelled) {
  const id = useId();
  return (
    <Frame {...{ id, label, labelHidden, hint, className }}>
      <textarea
        id={id}
        className={joinClasses(BOX, 'block')}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
    </Frame>
  );
}

/** A choice among a few. */
export function Choice({ label, labelHidden, hint, className, ...rest }: ComponentProps<'select'> & Labelled) {
  const id = useId();
  return (
    <Frame {...{ id, label, labelHidden, hint, className }}>
      <select id={id} className={joinClasses(BOX, 'min-h-8')} {...rest} />
    </Frame>
  );
}

type FrameProps = {
  id: string;
  label: string;
  labelHidden: boolean | undefined;
  hint: ReactNode;
  className: string | undefined;
  children: ReactNode;
};

function Frame({ id, label, labelHidden, hint, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden === true ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1 text-xs text-soft">
          {hint}
        </div>
      )}
    </div>
  );
}
