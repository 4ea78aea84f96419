import { Choice, Empty, Spinner, useQuery, useServer } from '@posthouse/components';
import { loadFunnel, loadSkillDemand, loadSources, loadTimeline, type Period, PERIODS } from '../api/stats.ts';
import { go, useRoute } from '../routing/route.ts';
import { worthTelling } from '../jobs/worth-telling.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { FunnelFigure } from './funnel-figure.tsx';
import { SkillFigures } from './skill-figures.tsx';
import { SourceFigure } from './source-figure.tsx';
import { TimeFigure } from './time-figure.tsx';

/** What came of the search, in numbers. */
export default function AnalyticsView() {
  const server = useServer();
  const { analytics: words, shell } = useWords();
  const { query } = useRoute();
  const period = PERIODS.find((each) => each === query.period) ?? 'all';
  const { value, failure } = useQuery(`analytics/${period}`, async (signal) => {
    const [funnel, demand, timeline, { sources }] = await Promise.all([
      loadFunnel(server, period, signal),
      loadSkillDemand(server, period, signal),
      loadTimeline(server, period, signal),
      loadSources(server, period, signal),
    ]);
    return { funnel, demand, timeline, sources };
  });
  const choose = (wanted: Period): void =>
    go({ view: 'analytics', query: wanted === 'all' ? {} : { period: wanted } }, { replace: true });
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-lg font-semibold">{words.heading}</h1>
        <Choice
          label={words.period}
          labelHidden
          value={period}
          onChange={(event) => choose(event.target.value as Period)}
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {words.periods[each]}
            </option>
          ))}
        </Choice>
      </div>
      <FailureBanner failure={worthTelling(failure, value !== undefined)} />
      {value === undefined && failure === undefined && <Spinner label={shell.loading} />}
      {value !== undefined && value.sources.length === 0 && (
        <Empty title={words.emptyTitle}>{period === 'all' ? words.emptyText : words.emptyPeriod}</Empty>
      )}
      {value !== undefined && value.sources.length > 0 && (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <FunnelFigure funnel={value.funnel} />
          <SourceFigure sources={value.sources} />
          <SkillFigures demand={value.demand} />
          <div className="min-w-0 lg:col-span-2">
            <TimeFigure timeline={value.timeline} />
          </div>
        </div>
      )}
    </div>
  );
}
