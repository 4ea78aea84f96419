import { Banner, Button, Dialog, joinClasses, useServer } from '@posthouse/components';
import { Plus, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { type ConversationSummary, deleteConversation } from '../api/conversation.ts';
import { go, toFragment } from '../routing/route.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';

type ListProps = {
  conversations: readonly ConversationSummary[];
  current: string | undefined;
  onRemoved: (id: string) => void;
  /** Called when one is chosen, or the list is not wanted any more. */
  onPick: () => void;
};

/** The conversations, last used first. */
export function ConversationList({ conversations, current, onRemoved, onPick }: ListProps) {
  const words = useWords();
  const { chat, shell } = words;
  const server = useServer();
  const [doomed, setDoomed] = useState<ConversationSummary>();
  const [failure, setFailure] = useState<unknown>();
  const remove = async (id: string): Promise<void> => {
    try {
      await deleteConversation(server, id);
    } catch (error) {
      setFailure(error);
      return;
    }
    setDoomed(undefined);
    if (id === current) go({ view: 'chat' });
    onRemoved(id);
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex gap-1 p-2">
        <Button
          className="flex-1 justify-center"
          onClick={() => {
            onPick();
            go({ view: 'chat' });
          }}
        >
          <Plus aria-hidden className="size-4" />
          {chat.newChat}
        </Button>
        {/* On a phone the list lies over the conversation. */}
        <Button look="quiet" icon className="md:hidden" aria-label={shell.close} onClick={onPick}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {conversations.length === 0 && <p className="px-3 py-2 text-center text-sm text-soft">{chat.noConversations}</p>}
      <ul aria-label={chat.conversations} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {conversations.map((conversation) => {
          const title = conversation.title ?? chat.untitled;
          return (
            <li key={conversation.id} className="group flex items-center">
              <a
                href={toFragment({ view: 'chat', path: [conversation.id] })}
                onClick={onPick}
                aria-current={conversation.id === current ? 'true' : undefined}
                className={joinClasses(
                  'min-w-0 flex-1 truncate rounded-md px-2 py-1.5 text-sm',
                  conversation.id === current ? 'bg-accent-paper' : 'hover:bg-sunken',
                )}
              >
                {title}
              </a>
              <Button
                look="quiet"
                icon
                aria-label={chat.remove(title)}
                className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
                onClick={() => {
                  setFailure(undefined);
                  setDoomed(conversation);
                }}
              >
                <Trash2 aria-hidden className="size-3.5" />
              </Button>
            </li>
          );
        })}
      </ul>
      <Dialog
        title={chat.removeTitle}
        closeLabel={shell.close}
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
      >
        <p className="text-sm [overflow-wrap:anywhere]">{chat.removeWarning(doomed?.title ?? chat.untitled)}</p>
        {failure !== undefined && (
          <div className="mt-3">
            <Banner look="alarm">{sayFailure(failure, words)}</Banner>
          </div>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setDoomed(undefined)}>{shell.cancel}</Button>
          <Button look="alarm" onClick={() => void remove(doomed!.id)}>
            {chat.removeButton}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
