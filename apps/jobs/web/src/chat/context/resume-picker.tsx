import { Badge, Banner, Dialog, Spinner, useQuery, useServer } from '@posthouse/components';
import { loadResumes } from '../../api/resume.ts';
import { sayFailure } from '../../words/say-failure.ts';
import { useWords } from '../../words/use-words.ts';

type ResumePickerProps = { open: boolean; onClose: () => void; onPick: (id: number) => void };

/** Lets the reader choose a resume. */
export function ResumePicker({ open, onClose, onPick }: ResumePickerProps) {
  const { chat, shell } = useWords();
  return (
    <Dialog title={chat.context.pickResume} closeLabel={shell.close} open={open} onClose={onClose}>
      <Resumes onPick={onPick} />
    </Dialog>
  );
}

function Resumes({ onPick }: Pick<ResumePickerProps, 'onPick'>) {
  const words = useWords();
  const { context } = words.chat;
  const server = useServer();
  const { value, failure } = useQuery('resumes', (signal) => loadResumes(server, signal));
  if (failure !== undefined) return <Banner look="alarm">{sayFailure(failure, words)}</Banner>;
  if (value === undefined) return <Spinner label={words.shell.loading} />;
  if (value.length === 0) return <p className="text-sm text-soft">{context.noResumes}</p>;
  return (
    <ul className="max-h-80 overflow-y-auto">
      {value.map(({ id, name, isDefault }) => (
        <li key={id}>
          <button
            type="button"
            className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken"
            onClick={() => onPick(id)}
          >
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            {isDefault && <Badge>{context.isDefault}</Badge>}
          </button>
        </li>
      ))}
    </ul>
  );
}
