import { joinClasses } from './join-classes.ts';

type CheckboxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; className?: string };

/** A box to tick, beside what it says. */
export function Checkbox({ label, checked, onChange, className }: CheckboxProps) {
  return (
    <label className={joinClasses('flex items-start gap-2 text-sm', className)}>
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
