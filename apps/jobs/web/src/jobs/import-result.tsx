import { Banner } from '@posthouse/components';
import { Check } from 'lucide-react';
import type { Ingested } from '../api/ingest.ts';
import { toFragment } from '../routing/route.ts';
import { useWords } from '../words/use-words.ts';

/** How many names are shown; nobody reads more of them here. */
const MAX_NAMES_SHOWN = 8;

/** What came in, with the way to it. */
export function ImportResult({ result: { created, updated, skipped, warnings } }: { result: Ingested }) {
  const words = useWords().jobs.imports;
  const came = [...created, ...updated];
  const counts = [
    created.length > 0 && words.created(created.length),
    updated.length > 0 && words.updated(updated.length),
    skipped.length > 0 && words.skipped(skipped.length),
  ].filter((text) => text !== false);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex items-center gap-1.5 font-medium">
        {counts.length > 0 && <Check aria-hidden className="size-4 text-done" />}
        {counts.length === 0 ? words.nothing : counts.join(', ')}
      </p>
      <ul className="flex flex-col gap-1">
        {came.slice(0, MAX_NAMES_SHOWN).map(({ id, title, company }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <a href={toFragment({ view: 'jobs', path: [String(id)] })} className="text-accent underline">
              {title}
            </a>{' '}
            <span className="text-soft">· {company}</span>
          </li>
        ))}
        {came.length > MAX_NAMES_SHOWN && <li className="text-soft">…</li>}
      </ul>
      {warnings.length > 0 && (
        <Banner look="ask">
          <p className="font-medium">{words.warnings}</p>
          <ul>
            {[...new Set(warnings)].slice(0, MAX_NAMES_SHOWN).map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
