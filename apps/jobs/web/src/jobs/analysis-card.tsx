import { Badge, Banner, Button, Card, Choice, Spinner, useAction, useServer } from '@posthouse/components';
import { useState } from 'react';
import { type Analysis, analyzeJob, type Engine, ENGINES } from '../api/analysis.ts';
import { Day } from '../words/day.tsx';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { toTone } from './score-mark.tsx';

type AnalysisCardProps = { jobId: number; analysis: Analysis | null; onAnalyzed: (analysis: Analysis) => void };

/** What an engine says about the job and the default resume, and the way to ask one. */
export function AnalysisCard({ jobId, analysis, onAnalyzed }: AnalysisCardProps) {
  const server = useServer();
  const words = useWords().jobs.detail;
  const [engine, setEngine] = useState<Engine>('auto');
  const { busy, failure, run } = useAction();
  const analyze = async (): Promise<void> =>
    onAnalyzed(await analyzeJob(server, jobId, { engine, forceRefresh: analysis !== null }));
  return (
    <Card aria-label={words.analysis} className="p-3" aria-busy={busy}>
      <h2 className="font-semibold">{words.analysis}</h2>
      {analysis === null ? (
        <p className="mt-1 text-sm text-soft">{words.analysisText}</p>
      ) : (
        <AnalysisText analysis={analysis} />
      )}
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <Choice
          label={words.engine}
          value={engine}
          onChange={(event) => setEngine(event.target.value as Engine)}
          className="w-full sm:w-72"
        >
          {ENGINES.map((each) => (
            <option key={each} value={each}>
              {words.engines[each]}
            </option>
          ))}
        </Choice>
        <Button disabled={busy} onClick={() => run(analyze)}>
          {analysis === null ? words.analyze : words.analyzeAgain}
        </Button>
        <span className="flex h-8 items-center">
          <Spinner label={words.analyzing} active={busy} />
        </span>
      </div>
      {failure !== undefined && (
        <div className="mt-3">
          <FailureBanner failure={failure} />
        </div>
      )}
    </Card>
  );
}

/** The words of an engine. They may be of a model, and are shown as the plain text that they are. */
export function AnalysisText({ analysis }: { analysis: Analysis }) {
  const words = useWords().jobs.detail;
  const { overallScore, fit, summary, strengths, gaps, suggestions, redFlags, highlights, warnings = [] } = analysis;
  return (
    <div className="mt-2 flex flex-col gap-3 text-sm [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-2">
        {overallScore !== null && <span className="text-2xl font-semibold">{words.outOf(overallScore)}</span>}
        {fit !== null && <Badge tone={toTone(overallScore ?? 0)}>{words.fit[fit]}</Badge>}
      </p>
      {warnings.map((warning) => (
        <Banner key={warning} look="ask">
          {warning}
        </Banner>
      ))}
      {summary !== '' && <p>{summary}</p>}
      <Points sign="+" title={words.strengths} points={strengths} />
      <Points
        sign="−"
        title={words.gaps}
        points={gaps.map(({ skill, required }) => `${skill} (${required ? words.required : words.welcome})`)}
      />
      <Points sign="→" title={words.suggestions} points={suggestions} />
      <Points sign="!" title={words.redFlags} points={redFlags} />
      <Points sign="•" title={words.highlights} points={highlights} />
      <p className="text-xs text-soft">
        {words.madeBy[analysis.engine]}
        {analysis.model !== null && ` (${analysis.model})`} · <Day at={analysis.createdAt} />
      </p>
    </div>
  );
}

type PointsProps = { title: string; sign: string; points: readonly string[] };

function Points({ title, sign, points }: PointsProps) {
  if (points.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul>
        {points.map((point, index) => (
          <li key={index} className="flex gap-2">
            <span aria-hidden className="w-3 shrink-0 text-center font-mono text-soft">
              {sign}
            </span>
            <span className="min-w-0">{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
