import { Suspense } from 'react';
import type { SourceLine } from '../api/stats.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { useWords } from '../words/use-words.ts';
import { Figure } from './figure.tsx';

const Bars = lazyView(() => import('./bars.tsx'));

/** Sources of jobs, and what came of them. */
export function SourceFigure({ sources }: { sources: readonly SourceLine[] }) {
  const { analytics: words, jobs } = useWords();
  const nameOf = ({ source }: SourceLine): string => jobs.sources[source] ?? source;
  return (
    <Figure
      title={words.sources}
      height={sources.length > 5 ? 'h-64' : sources.length > 2 ? 'h-40' : 'h-16'}
      chart={
        <Suspense>
          <Bars rows={sources.map((line) => ({ name: nameOf(line), count: line.jobs }))} />
        </Suspense>
      }
      columns={[
        { title: words.source, cell: nameOf },
        { title: words.number, cell: (line) => line.jobs },
        { title: words.applied, cell: ({ applied }) => applied },
        { title: words.interview, cell: ({ interview }) => interview },
        { title: words.offer, cell: ({ offer }) => offer },
        { title: words.averageScore, cell: ({ averageScore }) => averageScore ?? '–' },
      ]}
      rows={sources}
      keyOf={({ source }) => source}
    />
  );
}
