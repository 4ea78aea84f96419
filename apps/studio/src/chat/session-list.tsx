import { Button, Dialog, Field, joinClasses, useServer } from '@posthouse/components';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { go, toFragment } from '../routing/route.ts';

/** A conversation, as the list shows it. */
export type Session = { id: string; swarm?: string; agent?: string; title: string; updatedAt: string };

type SessionListProps = {
  sessions: readonly Session[];
  current: string | undefined;
  onChanged: () => void;
  /** Called when one is chosen. */
  onPick: () => void;
};

/** The conversations, last used first. */
export function SessionList({ sessions, current, onChanged, onPick }: SessionListProps) {
  const server = useServer();
  const [renamed, setRenamed] = useState<Session>();
  const remove = async ({ id }: Session): Promise<void> => {
    await server.ask(`/chat/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
    if (id === current) go({ view: 'chat' });
    onChanged();
  };
  return (
    <div className="flex h-full flex-col">
      <div className="p-2">
        <Button
          className="w-full justify-center"
          onClick={() => {
            onPick();
            go({ view: 'chat' });
          }}
        >
          <Plus aria-hidden className="size-4" />
          New chat
        </Button>
      </div>
      {sessions.length === 0 && <p className="px-3 py-2 text-center text-sm text-soft">No conversations yet</p>}
      <ul aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {sessions.map((session) => (
          <li key={session.id} className="group flex items-center">
            <a
              href={toFragment({ view: 'chat', path: [session.id] })}
              onClick={onPick}
              aria-current={session.id === current ? 'true' : undefined}
              className={joinClasses(
                'min-w-0 flex-1 rounded-md px-2 py-1.5 text-sm',
                session.id === current ? 'bg-accent-paper' : 'hover:bg-sunken',
              )}
            >
              <span className="block truncate">{session.title}</span>
              <span className="block truncate text-xs text-soft">{session.swarm ?? session.agent}</span>
            </a>
            <span className="flex w-0 overflow-hidden group-focus-within:w-auto group-hover:w-auto">
              <Button look="quiet" icon aria-label={`Rename ${session.title}`} onClick={() => setRenamed(session)}>
                <Pencil aria-hidden className="size-3.5" />
              </Button>
              <Button look="quiet" icon aria-label={`Delete ${session.title}`} onClick={() => void remove(session)}>
                <Trash2 aria-hidden className="size-3.5" />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Dialog title="Rename" open={renamed !== undefined} onClose={() => setRenamed(undefined)}>
        {renamed !== undefined && (
          <RenameForm
            title={renamed.title}
            onRename={async (title) => {
              await server.ask(`/chat/sessions/${encodeURIComponent(renamed.id)}`, {
                method: 'PATCH',
                body: { title },
              });
              setRenamed(undefined);
              onChanged();
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

function RenameForm({ title, onRename }: { title: string; onRename: (title: string) => Promise<void> }) {
  const [text, setText] = useState(title);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void onRename(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Title" required maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      <Button type="submit" look="primary" className="self-end" disabled={text.trim() === ''}>
        Rename
      </Button>
    </form>
  );
}
