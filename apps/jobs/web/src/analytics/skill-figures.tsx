import { Suspense } from 'react';
import type { SkillDemand } from '../api/stats.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { Figure } from './figure.tsx';
import { toGapRows, toPercent, toSkillRows } from './to-rows.ts';

const Bars = lazyView(() => import('./bars.tsx'));

/** What jobs ask for most, and what of it the default resume does not show. */
export function SkillFigures({ demand }: { demand: SkillDemand }) {
  const words = useWords().analytics;
  const { language } = useLanguage();
  const top = toSkillRows(demand);
  const gaps = toGapRows(demand);
  const inResume = (known: boolean | null): string => (known === null ? '–' : known ? words.yes : words.no);
  const noGaps = demand.resumeId === null ? words.noResume : words.noGaps;
  return (
    <>
      <Figure
        title={words.asked}
        {...(demand.resumeId === null ? {} : { text: words.askedText })}
        empty={top.length === 0 ? words.noSkills : undefined}
        height="h-80"
        chart={
          <Suspense>
            <Bars
              rows={top.map(({ skill, matchCount, inResume: known }) => ({
                name: skill,
                count: matchCount,
                hollow: known === false,
              }))}
            />
          </Suspense>
        }
        columns={[
          { title: words.skill, cell: ({ skill }) => skill },
          { title: words.number, cell: ({ matchCount }) => matchCount },
          { title: words.share, cell: ({ share }) => toPercent(share, language) },
          { title: words.inResume, cell: ({ inResume: known }) => inResume(known) },
        ]}
        rows={top}
        keyOf={({ skill }) => skill}
      />
      <Figure
        title={words.gaps}
        text={words.gapsText}
        empty={gaps.length === 0 ? noGaps : undefined}
        height="h-80"
        chart={
          <Suspense>
            <Bars rows={gaps.map(({ skill, requiredCount }) => ({ name: skill, count: requiredCount }))} />
          </Suspense>
        }
        columns={[
          { title: words.skill, cell: ({ skill }) => skill },
          { title: words.required, cell: ({ requiredCount }) => requiredCount },
          { title: words.mentioned, cell: ({ mentionCount }) => mentionCount },
        ]}
        rows={gaps}
        keyOf={({ skill }) => skill}
      />
    </>
  );
}
