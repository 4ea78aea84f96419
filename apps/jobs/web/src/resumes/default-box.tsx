import { useWords } from '../words/use-words.ts';

/** Whether a new resume becomes the one that is meant when none is named. */
export function DefaultBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { import: words } = useWords().resumes;
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-(--accent)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {words.asDefault}
    </label>
  );
}
