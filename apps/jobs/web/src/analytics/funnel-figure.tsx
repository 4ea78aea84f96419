import { Suspense } from 'react';
import type { Funnel } from '../api/stats.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { Figure } from './figure.tsx';
import { toFunnelRows, toPercent } from './to-rows.ts';

const Bars = lazyView(() => import('./bars.tsx'));

/** Application progress, and how long that took. */
export function FunnelFigure({ funnel }: { funnel: Funnel }) {
  const words = useWords().analytics;
  const { language } = useLanguage();
  const rows = toFunnelRows(funnel);
  const nameOf = (stage: string): string => words.stages[stage] ?? stage;
  const { rejected, skipped, medianDays } = funnel;
  const more: [string, string | null][] = [
    [words.rejected, String(rejected)],
    [words.skipped, String(skipped)],
    [words.daysToApply, medianDays.toApply === null ? null : words.median(medianDays.toApply)],
    [words.daysToInterview, medianDays.toInterview === null ? null : words.median(medianDays.toInterview)],
  ];
  return (
    <Figure
      title={words.funnel}
      text={words.funnelText}
      height="h-40"
      chart={
        <Suspense>
          <Bars rows={rows.map(({ stage, count }) => ({ name: nameOf(stage), count }))} />
        </Suspense>
      }
      columns={[
        { title: words.stage, cell: ({ stage }) => nameOf(stage) },
        { title: words.number, cell: ({ count }) => count },
        { title: words.rate, cell: ({ rate }) => (rate === null ? '–' : toPercent(rate, language)) },
      ]}
      rows={rows}
      keyOf={({ stage }) => stage}
    >
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 px-2 text-sm">
        {more
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="text-soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Figure>
  );
}
