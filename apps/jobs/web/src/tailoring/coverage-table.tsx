import { Badge } from '@posthouse/components';
import { Check, X } from 'lucide-react';
import type { Coverage } from '../api/coverage.ts';
import { useWords } from '../words/use-words.ts';
import { compareCoverage, toWholePercent } from './compare-coverage.ts';

type CoverageTableProps = {
  before: Coverage;
  after: Coverage;
  /** What the second text is called. */
  title: string;
};

/** The skills of a posting, and which of two texts mention each. */
export function CoverageTable({ before, after, title }: CoverageTableProps) {
  const { coverage: words } = useWords().tailoring;
  const rows = compareCoverage(before, after);
  if (rows.length === 0) return <p className="text-sm text-soft">{words.none}</p>;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="grid max-w-lg gap-3">
        <Share title={words.before} coverage={before} />
        <Share title={title} coverage={after} />
      </div>
      <table className="w-full max-w-lg border-collapse text-left">
        <caption className="sr-only">{words.title}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="py-1 pr-2 font-medium">
              {words.skill}
            </th>
            <th scope="col" className="px-2 py-1 font-medium">
              {words.before}
            </th>
            <th scope="col" className="py-1 pl-2 font-medium">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-2 font-normal">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {row.name}
                  {row.required && <Badge>{words.required}</Badge>}
                </span>
              </th>
              <td className="px-2 py-1.5">
                <Mark isThere={row.before} />
              </td>
              <td className="py-1.5 pl-2">
                <Mark isThere={row.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {after.missing.length > 0 && <p className="text-soft">{words.missingHint}</p>}
    </div>
  );
}

function Share({ title, coverage: { covered, missing, share } }: { title: string; coverage: Coverage }) {
  const { coverage: words } = useWords().tailoring;
  const all = covered.length + missing.length;
  return (
    <div>
      <p className="mb-1 flex justify-between gap-2">
        <span className="font-medium">{title}</span>
        <span className="text-soft">
          {words.counted(covered.length, all)}
          {share !== null && ` · ${words.share(toWholePercent(share))}`}
        </span>
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(covered.length / all) * 100}%` }} />
      </div>
    </div>
  );
}

function Mark({ isThere }: { isThere: boolean }) {
  const { coverage: words } = useWords().tailoring;
  const Icon = isThere ? Check : X;
  return (
    <span className={`inline-flex items-center gap-1 ${isThere ? 'text-done' : 'text-alarm'}`}>
      <Icon aria-hidden className="size-3.5" />
      {isThere ? words.covered : words.missing}
    </span>
  );
}
