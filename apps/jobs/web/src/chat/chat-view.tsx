import { Button, useQuery, useServer } from '@posthouse/components';
import { PanelLeft, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { loadConversations } from '../api/conversation.ts';
import { go, useRoute } from '../routing/route.ts';
import { useWords } from '../words/use-words.ts';
import { ConversationList } from './conversation-list.tsx';
import { OpenChat } from './open-chat.tsx';
import { useTabs } from './tabs.ts';

const LIST_MS = 10_000;

/** Conversations with the assistant: those that there are, and the one that is open. */
export default function ChatView() {
  const { chat: words } = useWords();
  const server = useServer();
  const { path, query } = useRoute();
  const [named] = path;
  const asked = new URLSearchParams(query).toString();
  const [fresh, setFresh] = useState(() => ({ id: crypto.randomUUID(), asked }));
  // What the address asks to talk about begins another conversation than the one that was being prepared.
  if (named === undefined && fresh.asked !== asked) setFresh({ id: crypto.randomUUID(), asked });
  const [listed, setListed] = useState(false);
  const { value: conversations = [], refresh } = useQuery(
    'conversations',
    (signal) => loadConversations(server, signal),
    { everyMs: LIST_MS },
  );
  const [heard, setHeard] = useState<{ chatId: string }>();
  const tellTabs = useTabs((chatId) => {
    refresh();
    setHeard({ chatId });
  });
  const changed = useCallback(
    (id: string, { isOwn }: { isOwn: boolean }) => {
      refresh();
      if (isOwn) tellTabs(id);
    },
    [refresh, tellTabs],
  );
  const chatId = named ?? fresh.id;
  const begin = (): void => {
    if (named !== undefined) return;
    go({ view: 'chat', path: [chatId] }, { replace: true });
    // The next new conversation is another one.
    setFresh({ id: crypto.randomUUID(), asked: '' });
  };
  const current = conversations.find(({ id }) => id === chatId);
  return (
    <div className="flex h-full">
      <div
        className={`${listed ? 'absolute inset-0 z-10 bg-card' : 'hidden'} w-full shrink-0 border-r border-line md:static md:block md:w-60`}
      >
        <ConversationList
          conversations={conversations}
          current={named}
          onRemoved={(id) => changed(id, { isOwn: true })}
          onPick={() => setListed(false)}
        />
      </div>
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3">
          <Button
            look="quiet"
            icon
            className="md:hidden"
            aria-label={words.conversations}
            onClick={() => setListed(true)}
          >
            <PanelLeft aria-hidden className="size-4" />
          </Button>
          <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{current?.title ?? words.newChat}</h1>
          <Button
            look="quiet"
            icon
            className="md:hidden"
            aria-label={words.newChat}
            onClick={() => go({ view: 'chat' })}
          >
            <Plus aria-hidden className="size-4" />
          </Button>
        </div>
        <OpenChat
          key={chatId}
          chatId={chatId}
          isNew={named === undefined}
          query={query}
          updatedAt={current?.updatedAt}
          heard={heard?.chatId === chatId ? heard : undefined}
          onBegin={begin}
          onChanged={changed}
        />
      </div>
    </div>
  );
}
