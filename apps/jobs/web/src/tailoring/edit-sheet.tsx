import { Badge, Banner, Button, useAction, useServer, useDebounced } from '@posthouse/components';
import { Save, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Pair, saveVersion, type Version } from '../api/version.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { useDraft } from '../writing/use-draft.ts';
import { MarkdownEditor } from '../writing/markdown-editor.tsx';
import { CoverageSheet } from './coverage-sheet.tsx';

type EditSheetProps = { pair: Pair; version: Version; original: string; onSaved: (version: Version) => void };

/** A version to be edited. The skills that it mentions follow what is typed. */
export function EditSheet({ pair, version, original, onSaved }: EditSheetProps) {
  const server = useServer();
  const { edit: words, coverage } = useWords().tailoring;
  const [own, setOwn] = useState<Version>();
  // What was saved here is known before the list of versions says so.
  const { content } = own !== undefined && own.updatedAt > version.updatedAt ? own : version;
  const { text, setText, isChanged, isOutdated, discard, keep } = useDraft(`version-${version.id}`, content);
  // Skills are looked for as soon as whoever writes pauses.
  const settled = useDebounced(text, 500);
  const { busy, failure, run } = useAction();
  const save = async (asNew: boolean, left: AbortSignal): Promise<void> => {
    const saved = await saveVersion(server, pair, { version: version.version, content: text, asNew });
    if (asNew) discard();
    else {
      setOwn(saved);
      keep(saved.content);
    }
    if (!left.aborted) onSaved(saved);
  };
  const cannotSave = busy || !isChanged || text.trim() === '';
  const saveAsNew = (): void => {
    if (!cannotSave) run((left) => save(true, left));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={cannotSave} onClick={saveAsNew}>
          <Save aria-hidden className="size-3.5" />
          {words.saveAsNew}
        </Button>
        <Button disabled={cannotSave} onClick={() => run((left) => save(false, left))}>
          {words.replace(version.version)}
        </Button>
        <Button look="quiet" disabled={busy || !isChanged} onClick={discard}>
          <Undo2 aria-hidden className="size-3.5" />
          {words.discard}
        </Button>
        <output className="flex min-h-6 items-center">{isChanged && <Badge tone="ask">{words.unsaved}</Badge>}</output>
      </div>
      {isOutdated && <Banner look="ask">{words.outdated}</Banner>}
      <FailureBanner failure={failure} />
      <MarkdownEditor text={text} onText={setText} onSave={saveAsNew} />
      <h3 className="mt-2 text-sm font-medium">{coverage.title}</h3>
      <CoverageSheet jobId={pair.jobId} original={original} text={settled} title={coverage.draft} />
    </div>
  );
}
