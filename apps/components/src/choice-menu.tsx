import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

export type ChoiceMenuProps<Value extends string> = {
  /** What is chosen here, for those who listen. */
  label: string;
  /** What the button shows. */
  children: ReactNode;
  value?: Value | undefined;
  options: readonly { value: Value; title: ReactNode }[];
  onChoose: (value: Value) => void;
  disabled?: boolean;
  className?: string;
};

/**
 * A button that offers a few choices, one of which may be the present one. Unlike a `select` it does nothing before one
 * is chosen, so that going through it with the keyboard has no effect.
 */
export function ChoiceMenu<Value extends string>({
  label,
  children,
  value,
  options,
  onChoose,
  disabled = false,
  className,
}: ChoiceMenuProps<Value>) {
  return (
    // A modal menu would lock the page with a style element, which a strict content security policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        disabled={disabled}
        className={joinClasses(
          'inline-flex min-h-8 shrink-0 items-center gap-1 rounded-md px-1.5 text-sm text-soft hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
          className,
        )}
      >
        {children}
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 min-w-40 rounded-md border border-line bg-card p-1 text-sm text-ink shadow-lg"
        >
          <DropdownMenu.RadioGroup value={value ?? ''} onValueChange={(next) => onChoose(next as Value)}>
            {options.map((option) => (
              <DropdownMenu.RadioItem
                key={option.value}
                value={option.value}
                className="flex min-h-8 cursor-default items-center gap-2 rounded px-2 outline-none data-highlighted:bg-accent-paper data-highlighted:text-accent"
              >
                <span className="flex size-4 items-center justify-center">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </DropdownMenu.ItemIndicator>
                </span>
                {option.title}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
