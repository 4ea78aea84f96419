/** A value as people read it: text as it is, everything else as indented JSON. Always as text, never as markup. */
function toJSONText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}

/** The same, in a frame that scrolls by itself. */
export function JSONText({ value, label }: { value: unknown; label: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached with the keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-2"
    >
      <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{toJSONText(value)}</pre>
    </section>
  );
}
