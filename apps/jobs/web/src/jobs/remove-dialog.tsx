import { Button, Dialog, Spinner, useAction, useServer } from '@posthouse/components';
import { deleteJob } from '../api/job.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';

type RemoveDialogProps = { ids: readonly number[]; open: boolean; onClose: () => void; onRemoved: () => void };

/** Asks whether jobs are really to be deleted, and deletes them. */
export function RemoveDialog({ ids, open, onClose, onRemoved }: RemoveDialogProps) {
  const server = useServer();
  const { jobs: words, shell } = useWords();
  const { busy, failure, run } = useAction();
  const remove = async (): Promise<void> => {
    // One after the other: what was deleted before something went wrong is gone, and the list will say so.
    for (const id of ids) await deleteJob(server, id);
    onRemoved();
  };
  return (
    <Dialog title={words.removeTitle(ids.length)} closeLabel={shell.close} open={open} onClose={onClose}>
      <p className="text-sm">{words.removeWarning}</p>
      <div className="mt-3">
        <FailureBanner failure={failure} />
      </div>
      <div className="mt-4 flex items-center justify-end gap-2">
        <Spinner label={words.removing} active={busy} />
        <Button onClick={onClose}>{shell.cancel}</Button>
        <Button look="alarm" disabled={busy} onClick={() => run(remove)}>
          {words.remove}
        </Button>
      </div>
    </Dialog>
  );
}
