/** Says that something is under way. Takes the same room whether or not it turns, so that nothing moves when it stops. */
export function Spinner({ label, active = true }: { label: string; active?: boolean }) {
  return (
    <output className="inline-flex size-4 shrink-0 items-center justify-center">
      {active && (
        <>
          <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-line border-t-accent" />
          <span className="sr-only">{label}</span>
        </>
      )}
    </output>
  );
}
