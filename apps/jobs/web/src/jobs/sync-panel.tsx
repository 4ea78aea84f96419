import { Banner, Button, Spinner, TextField, useQuery, useServer } from '@posthouse/components';
import { Check, CircleX, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadSyncRuns } from '../api/sync.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { ProgressBar } from './progress-bar.tsx';
import { type SyncProgress, toSources } from './sync-progress.ts';
import { useSync } from './use-sync.ts';

/** Looks through boards and mail files for jobs, and shows how that goes on. */
export function SyncPanel({ onImported }: { onImported: () => void }) {
  const server = useServer();
  const words = useWords().jobs.imports;
  const { value: runs } = useQuery('sync-runs', (signal) => loadSyncRuns(server, signal));
  const [text, setText] = useState<string>();
  const { progress, busy, failure, start } = useSync(onImported);
  const [last] = runs ?? [];
  const isGoingOn = last?.status === 'running';
  useEffect(() => {
    // One that is going on is joined, whichever sources are named.
    if (isGoingOn) start([]);
  }, [isGoingOn, start]);
  const shown = text ?? last?.sources.join('\n') ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(toSources(shown));
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        label={words.sources}
        rows={3}
        spellCheck={false}
        placeholder="greenhouse:acme"
        hint={`${words.sourcesHint} ${words.lastTime}`}
        value={shown}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex items-center gap-2">
        <Button look="primary" type="submit" disabled={busy}>
          {words.sync}
        </Button>
        <Spinner label={words.syncing} active={busy} />
        {busy && <span className="text-sm text-soft">{words.goesOn}</span>}
      </div>
      {failure === 'cut' ? <Banner look="ask">{words.cut}</Banner> : <FailureBanner failure={failure} />}
      {progress !== undefined && <SyncProgressView progress={progress} />}
    </form>
  );
}

const MARKS = {
  searching: { Icon: LoaderCircle, look: 'text-soft' },
  done: { Icon: Check, look: 'text-done' },
  failed: { Icon: CircleX, look: 'text-alarm' },
};

/** How a run stands: source by source, and in numbers. */
export function SyncProgressView({ progress }: { progress: SyncProgress }) {
  const words = useWords().jobs.imports;
  const { sources, synced, total, newJobs, ending } = progress;
  const share = total === 0 ? 0 : synced / total;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {ending?.state !== 'error' && <ProgressBar label={words.syncing} share={ending === undefined ? share : 1} />}
      <output>
        {ending === undefined && words.progress(synced, total, newJobs)}
        {ending?.state === 'complete' && words.complete(newJobs, ending.updated, ending.skipped)}
      </output>
      {ending?.state === 'error' && sources.every(({ message }) => message === undefined) && (
        <Banner look="alarm">{ending.message}</Banner>
      )}
      <ul className="flex flex-col gap-1">
        {sources.map(({ name, state, message }) => {
          const { Icon, look } = MARKS[state];
          return (
            <li key={name} className="flex items-start gap-2">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <code className="font-mono">{name}</code>: {words.sourceStates[state]}
                {message !== undefined && ` · ${message}`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
