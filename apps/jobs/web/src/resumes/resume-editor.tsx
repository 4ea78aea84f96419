import { Badge, Banner, Button, Card, Field, useAction, useServer } from '@posthouse/components';
import { Check, Save, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { changeResume, type Resume } from '../api/resume.ts';
import { go } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { useDraft } from '../writing/use-draft.ts';
import { MarkdownEditor } from '../writing/markdown-editor.tsx';

/** A resume to be edited, with what it will look like beside it. */
export function ResumeEditor({ resume, onSaved }: { resume: Resume; onSaved: (resume: Resume) => void }) {
  const server = useServer();
  const { editor: words } = useWords().resumes;
  const { id } = resume;
  const [name, setName] = useState(resume.name);
  const { text, setText, isChanged, isOutdated, discard, keep } = useDraft(`resume-${id}`, resume.content);
  const { busy, failure, run } = useAction();
  const hasName = name.trim() !== '' && name.trim() !== resume.name;
  const unsaved = isChanged || hasName;
  const save = async (): Promise<void> => {
    const saved = await changeResume(server, id, {
      ...(hasName ? { name: name.trim() } : {}),
      ...(isChanged ? { content: text } : {}),
    });
    if (isChanged) keep(saved.content);
    onSaved(saved);
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (unsaved) run(save);
  };
  return (
    <Card aria-label={resume.name} className="p-4">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <Field
            className="min-w-40 flex-1"
            label={words.name}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {isChanged && (
            <Button
              look="quiet"
              onClick={() => {
                discard();
                setName(resume.name);
              }}
            >
              <Undo2 aria-hidden className="size-3.5" />
              {words.discard}
            </Button>
          )}
          <Button type="submit" look="primary" disabled={busy || !unsaved}>
            <Save aria-hidden className="size-3.5" />
            {words.save}
          </Button>
          <Button onClick={() => go({ view: 'resumes', path: [String(id)] })}>{words.leave}</Button>
        </div>
        <output className="flex min-h-6 items-center text-sm">
          {unsaved ? (
            <Badge tone="ask">{words.unsaved}</Badge>
          ) : (
            <Badge tone="done">
              <Check aria-hidden className="size-3" />
              {words.saved}
            </Badge>
          )}
        </output>
        {isOutdated && <Banner look="ask">{words.outdated}</Banner>}
        <FailureBanner failure={failure} />
        <MarkdownEditor text={text} onText={setText} onSave={submit} />
      </form>
    </Card>
  );
}
