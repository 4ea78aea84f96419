import { Suspense } from 'react';
import type { Timeline } from '../api/stats.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { Figure } from './figure.tsx';
import { isQuiet, toBusyPoints, toDayText } from './to-rows.ts';

const TimelineChart = lazyView(() => import('./timeline-chart.tsx'));

/** New jobs and application steps over time. */
export function TimeFigure({ timeline: { unit, points } }: { timeline: Timeline }) {
  const words = useWords().analytics;
  const { language } = useLanguage();
  return (
    <Figure
      title={words.time}
      text={unit === 'week' ? words.timeTextWeeks : words.timeText}
      empty={isQuiet(points) ? words.noTime : undefined}
      height="h-64"
      chart={
        <Suspense>
          <TimelineChart points={points} />
        </Suspense>
      }
      columns={[
        { title: words.from[unit], cell: ({ from }) => toDayText(from, language) },
        { title: words.added, cell: ({ added }) => added },
        { title: words.applied, cell: ({ applied }) => applied },
        { title: words.interview, cell: ({ interview }) => interview },
        { title: words.offer, cell: ({ offer }) => offer },
        { title: words.rejected, cell: ({ rejected }) => rejected },
      ]}
      rows={toBusyPoints(points)}
      keyOf={({ from }) => from}
    />
  );
}
