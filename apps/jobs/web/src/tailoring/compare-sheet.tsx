import { Checkbox, Choice, Spinner, useQuery, useServer } from '@posthouse/components';
import { useMemo, useState } from 'react';
import { loadVersion, type Pair, type Version, type VersionSummary } from '../api/version.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { countChanges } from './diff/count-changes.ts';
import { diffTexts } from './diff/diff-texts.ts';
import { DiffView } from './diff/diff-view.tsx';
import type { WorkspacePlace } from './workspace-place.ts';

type CompareSheetProps = {
  pair: Pair;
  version: Version;
  original: string;
  versions: readonly VersionSummary[];
  place: WorkspacePlace;
  onShow: (change: Partial<WorkspacePlace>) => void;
};

/** What has changed between any two versions, or between the resume and a version. */
export function CompareSheet({ pair, version, original, versions, place, onShow }: CompareSheetProps) {
  const server = useServer();
  const { tailoring: words, shell } = useWords();
  const { against } = place;
  const updatedAt = versions.find((each) => each.version === against)?.updatedAt;
  const base = useQuery(`against ${against} ${updatedAt}`, async (signal) =>
    against === undefined ? original : (await loadVersion(server, pair, against, signal)).content,
  );
  const options = versions.map((each) => (
    <option key={each.id} value={each.version}>
      {words.version(each.version)}
    </option>
  ));
  return (
    <div className="flex flex-col gap-3">
      <div className="grid max-w-lg gap-3 sm:grid-cols-2">
        <Choice
          label={words.compare.from}
          value={against ?? ''}
          onChange={({ target }) => onShow({ against: target.value === '' ? undefined : Number(target.value) })}
        >
          <option value="">{words.original}</option>
          {options}
        </Choice>
        <Choice
          label={words.compare.to}
          value={version.version}
          onChange={({ target }) => onShow({ version: Number(target.value) })}
        >
          {options}
        </Choice>
      </div>
      {base.value === undefined ? (
        base.failure === undefined ? (
          <Spinner label={shell.loading} />
        ) : (
          <FailureBanner failure={base.failure} />
        )
      ) : (
        <Comparison before={base.value} after={version.content} />
      )}
    </div>
  );
}

function Comparison({ before, after }: { before: string; after: string }) {
  const { compare: words } = useWords().tailoring;
  const [showsAll, setShowsAll] = useState(false);
  const lines = useMemo(() => diffTexts(before, after), [before, after]);
  const { added, removed, moved } = useMemo(() => countChanges(lines), [lines]);
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-sm text-soft">{words.same}</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <p className="text-soft">{words.summary(added, removed, moved)}</p>
        <Checkbox label={words.everything} checked={showsAll} onChange={setShowsAll} />
      </div>
      <DiffView lines={lines} showsAll={showsAll} />
    </>
  );
}
