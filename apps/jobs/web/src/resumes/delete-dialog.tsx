import { Button, Dialog, useQuery, useAction, useServer } from '@posthouse/components';
import { deleteResume, type ResumeSummary } from '../api/resume.ts';
import { loadVersionsOf } from '../api/version.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';

type DeleteDialogProps = {
  resume: ResumeSummary;
  isOnly: boolean;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a resume goes, and says what goes with it. */
export function DeleteDialog({ resume, isOnly, open, onClose, onDeleted }: DeleteDialogProps) {
  const { resumes: words, shell } = useWords();
  return (
    <Dialog title={words.removeTitle(resume.name)} closeLabel={shell.close} open={open} onClose={onClose}>
      <Question resume={resume} isOnly={isOnly} onClose={onClose} onDeleted={onDeleted} />
    </Dialog>
  );
}

function Question({ resume: { id, isDefault }, isOnly, onClose, onDeleted }: Omit<DeleteDialogProps, 'open'>) {
  const server = useServer();
  const { resumes: words, shell } = useWords();
  const { busy, failure, run } = useAction();
  const versions = useQuery(`versions of ${id}`, (signal) => loadVersionsOf(server, id, signal));
  const remove = async (left: AbortSignal): Promise<void> => {
    await deleteResume(server, id);
    if (!left.aborted) onDeleted();
  };
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="min-h-10">
        {versions.value !== undefined && words.removeWarning(versions.value.length)}{' '}
        {isDefault && !isOnly && words.removeDefault}
      </p>
      <FailureBanner failure={failure ?? versions.failure} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{shell.cancel}</Button>
        <Button look="alarm" disabled={busy || versions.value === undefined} onClick={() => run(remove)}>
          {words.remove}
        </Button>
      </div>
    </div>
  );
}
