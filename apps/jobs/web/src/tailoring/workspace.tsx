import { Card, Empty, Spinner, useQuery, useServer } from '@posthouse/components';
import { useState } from 'react';
import { loadVersions, type Pair, type Version } from '../api/version.ts';
import { go } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { VersionList } from './version-list.tsx';
import { VersionMaker } from './version-maker.tsx';
import { VersionSheet } from './version-sheet.tsx';
import { toRouteOf, type WorkspacePlace } from './workspace-place.ts';

type WorkspaceProps = { pair: Pair; place: WorkspacePlace };

/** The versions of one resume for one job: making another, choosing one, and everything about it. */
export function Workspace({ pair, place }: WorkspaceProps) {
  const server = useServer();
  const { tailoring: words, shell } = useWords();
  const { jobId, resumeId } = pair;
  // One that was asked for in another tab, or in the chat, appears by itself.
  const { value, failure, refresh } = useQuery(
    `versions ${jobId} ${resumeId}`,
    (signal) => loadVersions(server, pair, signal),
    { everyMs: 5_000 },
  );
  const [made, setMade] = useState<number>();
  const chosen = value?.find(({ version }) => version === (place.version ?? value[0]?.version));
  const show = (change: Partial<WorkspacePlace>): void => go(toRouteOf({ ...place, ...pair, ...change }));
  const showNew = ({ version }: Version): void => {
    setMade(version);
    refresh();
    show({ version, against: undefined });
  };
  // The list does not have what has just been made.
  const isComing = place.version === made && made !== undefined && chosen === undefined;
  return (
    <div className="grid gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {value !== undefined && (
          <VersionMaker pair={pair} isFirst={value.length === 0} onMade={showNew} onStopped={refresh} />
        )}
        {value !== undefined && value.length > 0 && (
          <VersionList versions={value} chosen={chosen?.version} place={{ ...place, ...pair }} />
        )}
      </div>
      <div className="min-w-0">
        {value === undefined &&
          (failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />)}
        {isComing && <Spinner label={shell.loading} />}
        {value?.length === 0 && !isComing && (
          <Card>
            <Empty title={words.noVersions}>{words.noVersionsHint}</Empty>
          </Card>
        )}
        {value !== undefined && value.length > 0 && chosen === undefined && !isComing && (
          <Empty title={words.versionGone} />
        )}
        {value !== undefined && chosen !== undefined && (
          <VersionSheet
            key={chosen.id}
            pair={pair}
            versions={value}
            summary={chosen}
            place={place}
            onShow={show}
            onSaved={showNew}
          />
        )}
      </div>
    </div>
  );
}
