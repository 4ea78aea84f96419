/** How much of something is done, from 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return (
    <div className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <progress aria-label={label} value={share} max={1} className="sr-only" />
      <div aria-hidden className="h-full rounded-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
    </div>
  );
}
