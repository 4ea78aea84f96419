import { Banner, Card, Spinner, TabList, useQuery, useServer } from '@posthouse/components';
import { loadResume } from '../api/resume.ts';
import { loadVersion, type Pair, type Version, type VersionSummary } from '../api/version.ts';
import { useLast } from '../jobs/use-last.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { CompareSheet } from './compare-sheet.tsx';
import { CoverageSheet } from './coverage-sheet.tsx';
import { EditSheet } from './edit-sheet.tsx';
import { PDFSheet } from './pdf-sheet.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import type { Sheet, WorkspacePlace } from './workspace-place.ts';

type VersionSheetProps = {
  pair: Pair;
  versions: readonly VersionSummary[];
  summary: VersionSummary;
  place: WorkspacePlace;
  onShow: (change: Partial<WorkspacePlace>) => void;
  onSaved: (version: Version) => void;
};

/** One version from all sides. */
export function VersionSheet({ pair, versions, summary, place, onShow, onSaved }: VersionSheetProps) {
  const server = useServer();
  const { tailoring: words, shell } = useWords();
  const { id, updatedAt, version: number } = summary;
  // A version that was edited is another text under the same number.
  const version = useQuery(`version ${id} ${updatedAt}`, (signal) => loadVersion(server, pair, number, signal));
  const original = useQuery(`resume ${pair.resumeId}`, (signal) => loadResume(server, pair.resumeId, signal));
  // What was there before is shown until the text is there that was saved meanwhile.
  const known = useLast(version.value);
  if (known === undefined || original.value === undefined) {
    const failure = version.failure ?? original.failure;
    return failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />;
  }
  const { warnings, suggestions, content } = known;
  const texts = { pair, version: known, original: original.value.content };
  return (
    <Card aria-label={words.version(number)} className="min-w-0 p-4">
      <Warnings sentences={warnings} />
      <TabList
        label={words.tabs.label(number)}
        value={place.sheet}
        onChange={(sheet) => onShow({ sheet: sheet as Sheet })}
        tabs={[
          {
            id: 'compare',
            title: words.tabs.compare,
            content: <CompareSheet {...texts} versions={versions} place={place} onShow={onShow} />,
          },
          {
            id: 'keywords',
            title: words.tabs.keywords,
            content: (
              <CoverageSheet
                jobId={pair.jobId}
                original={texts.original}
                text={content}
                title={words.coverage.after(number)}
              />
            ),
          },
          {
            id: 'suggestions',
            title: words.tabs.suggestions(suggestions.length),
            content: <SuggestionList suggestions={suggestions} />,
          },
          {
            id: 'edit',
            title: words.tabs.edit,
            content: <EditSheet {...texts} onSaved={onSaved} />,
          },
          { id: 'pdf', title: words.tabs.pdf, content: <PDFSheet {...texts} /> },
        ]}
      />
    </Card>
  );
}

/** What an engine was not sure of, or why it was not the one that was wanted. */
function Warnings({ sentences }: { sentences: readonly string[] }) {
  const { tailoring: words } = useWords();
  if (sentences.length === 0) return null;
  return (
    <section aria-label={words.warnings} className="mb-3">
      <Banner look="ask">
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Banner>
    </section>
  );
}
