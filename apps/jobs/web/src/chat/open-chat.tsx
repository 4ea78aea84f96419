import { Banner, Button, Refusal, Spinner, useLatest } from '@posthouse/components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { go } from '../routing/route.ts';
import { useDetected } from '../platform/use-detected.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';
import { type ChatMessage, toText } from './chat-message.ts';
import { toContextBody } from './context/chat-context.ts';
import { ContextBar } from './context/context-bar.tsx';
import { keepContext, useChatContext } from './context/use-chat-context.ts';
import { Conversation } from './conversation.tsx';
import { type Screen, useHistory } from './use-history.ts';

type OpenChatProps = {
  chatId: string;
  /** Whether nobody has said anything in it. */
  isNew: boolean;
  query: Record<string, string>;
  /** When the app says that it has changed last. */
  updatedAt: string | undefined;
  /** Another tab has said that something happened here; a new object each time. */
  heard: object | undefined;
  onBegin: () => void;
  /** Called when something has happened in the conversation. */
  onChanged: (chatId: string, by: { isOwn: boolean }) => void;
};

/** How long to wait before the app is asked what has become of an answer. */
const LOOK_MS = 300;

/** Gets what was said before, shows the conversation from there, and keeps up with what others say in it. */
export function OpenChat({ chatId, isNew: isNewNow, query, updatedAt, heard, onBegin, onChanged }: OpenChatProps) {
  const words = useWords();
  // A conversation that is new stays so for this page, though its address changes with the first message.
  const [isNew] = useState(isNewNow);
  const { shown, failure, look, seen } = useHistory(chatId, isNew);
  const [draft, setDraft] = useState('');
  const [notice, setNotice] = useState<{ error: Error } | 'lost'>();
  const [context, setContext] = useChatContext(chatId, query);
  const detected = useDetected();
  const isIgnored = detected !== undefined && context.ignored === (detected.job.url ?? detected.job.title);
  const told = isIgnored ? undefined : detected;

  const screen = useRef<Screen>({ messages: [], running: false });
  const newestDraft = useLatest(draft);
  /** Whether the answer that is being written is one to this tab, and has begun. */
  const own = useRef({ isAsked: false, hasBegun: false });
  const onScreen = useCallback(
    (next: Screen) => {
      const { running: ran } = screen.current;
      screen.current = next;
      const { isAsked, hasBegun } = own.current;
      const begins = isAsked && !hasBegun && next.running && next.messages.at(-1)?.role === 'assistant';
      const ends = ran && !next.running;
      if (begins) own.current.hasBegun = true;
      if (ends) own.current = { isAsked: false, hasBegun: false };
      // Whoever has asked tells the others; all look at the list again.
      if (begins || ends) onChanged(chatId, { isOwn: isAsked });
    },
    [chatId, onChanged],
  );
  const catchUp = useCallback(() => {
    if (!screen.current.running) void look(() => screen.current);
  }, [look]);
  useEffect(() => {
    if (heard !== undefined) catchUp();
  }, [heard, catchUp]);
  useEffect(() => {
    // The list may be older than what is shown.
    if (updatedAt !== undefined && updatedAt > (seen.current ?? '') && shown !== undefined) catchUp();
  }, [updatedAt, shown, seen, catchUp]);

  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const lookSoon = useCallback(() => {
    clearTimeout(later.current);
    later.current = setTimeout(() => void look(), LOOK_MS);
  }, [look]);

  /** A message that may not have arrived, until the app has said whether it has. */
  const doubtful = useRef<ChatMessage>(undefined);
  const onLost = useCallback(
    (error: Error, message: ChatMessage | undefined) => {
      if (error instanceof Refusal) setNotice({ error });
      // That the app does not want to continue an answer is no reason to ask for it over and over.
      if (error instanceof Refusal && message === undefined) return;
      doubtful.current = message;
      lookSoon();
    },
    [lookSoon],
  );
  useEffect(() => {
    const message = doubtful.current;
    if (message === undefined || shown === undefined) return;
    doubtful.current = undefined;
    if (shown.messages.some(({ id }) => id === message.id)) return;
    setNotice((last) => last ?? 'lost');
    if (newestDraft.current === '') setDraft(toText(message));
  }, [shown, newestDraft]);

  if (failure !== undefined && shown === undefined) {
    const isGone = failure instanceof Refusal && failure.status === 404;
    return (
      <div className="p-4">
        <Banner
          look="alarm"
          action={
            isGone ? (
              <Button onClick={() => go({ view: 'chat' })}>{words.chat.newChat}</Button>
            ) : (
              <Button onClick={() => void look()}>{words.shell.tryAgain}</Button>
            )
          }
        >
          {isGone ? words.chat.notFound : sayFailure(failure, words)}
        </Banner>
      </div>
    );
  }
  if (shown === undefined) {
    return (
      <p className="p-6">
        <Spinner label={words.shell.loading} />
      </p>
    );
  }
  return (
    <Conversation
      key={shown.round}
      chatId={chatId}
      shown={shown}
      draft={draft}
      notice={notice === undefined ? undefined : notice === 'lost' ? words.chat.notSent : notice.error.message}
      onDraft={setDraft}
      context={() => toContextBody(context, told?.job, told?.savedAs)}
      contextBar={<ContextBar context={context} detected={told} onChange={setContext} />}
      onBegin={() => {
        setNotice(undefined);
        own.current = { isAsked: true, hasBegun: false };
        keepContext(chatId, context);
        onBegin();
      }}
      onScreen={onScreen}
      onLost={onLost}
      onNothingToResume={() => {
        // An answer that was being written a moment ago is complete by now, and with the other messages.
        if (shown.resuming) lookSoon();
      }}
    />
  );
}
