import { useChat } from '@ai-sdk/react';
import {
  Banner,
  Button,
  MessageForm,
  Refusal,
  Spinner,
  useLatest,
  useServer,
  useStickyEnd,
} from '@posthouse/components';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadHistory, stopAnswer } from '../api/conversation.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';
import { type ChatMessage, toChatMessage, toText } from './chat-message.ts';
import { MessageView } from './message-view.tsx';
import { openTransport } from './open-transport.ts';
import { sayAnswerFailure } from './read-failure.ts';
import type { Screen, Shown } from './use-history.ts';
import { Welcome } from './welcome.tsx';

export type ConversationProps = {
  chatId: string;
  shown: Shown;
  draft: string;
  /** Something that the reader should know about what they wrote. */
  notice: string | undefined;
  onDraft: (text: string) => void;
  /** What is told along with a message. */
  context: () => object;
  contextBar: ReactNode;
  /** Called when the reader sends something. */
  onBegin: () => void;
  onScreen: (screen: Screen) => void;
  /** Called when the connection was lost or the app refused; `message`, if there is one, may never have arrived. */
  onLost: (error: Error, message: ChatMessage | undefined) => void;
  onNothingToResume: () => void;
};

/** A conversation with the assistant, from what was said before to what is being written. */
export function Conversation(props: ConversationProps) {
  const { chatId, shown, draft, notice, onDraft, contextBar, onBegin, onScreen, onLost } = props;
  const words = useWords();
  const server = useServer();
  const newest = useLatest(props);
  const [transport] = useState(() =>
    openTransport({
      server,
      context: () => newest.current.context(),
      onNothingToResume: () => newest.current.onNothingToResume(),
    }),
  );
  const { messages, setMessages, status, error, sendMessage } = useChat<ChatMessage>({
    id: chatId,
    messages: shown.messages,
    transport,
    resume: shown.resuming,
    throttle: 50,
  });
  // Between a reload and the answer that goes on there is a moment in which nothing seems to run.
  const [awaited, setAwaited] = useState(shown.resuming);
  if (awaited && (status !== 'ready' || error !== undefined)) setAwaited(false);
  const running = awaited || status === 'submitted' || status === 'streaming';
  const [before, setBefore] = useState(shown.before);
  const [failure, setFailure] = useState<unknown>();
  const frame = useStickyEnd();

  useEffect(() => onScreen({ messages, running }), [messages, running, onScreen]);
  const lost = error === undefined || !(error instanceof TypeError || error instanceof Refusal) ? undefined : error;
  const told = useRef<Error>(undefined);
  useEffect(() => {
    if (lost === undefined || told.current === lost) return;
    told.current = lost;
    const last = messages.findLast(({ role }) => role === 'user');
    const isKnown = shown.messages.some(({ id }) => id === last?.id);
    onLost(lost, isKnown ? undefined : last);
  }, [lost, messages, shown, onLost]);

  const send = (text: string): void => {
    setFailure(undefined);
    onDraft('');
    onBegin();
    void sendMessage({ text });
  };
  const stop = (): void => {
    // The app ends the stream when the answer has stopped. Hanging up instead would stop nothing but the display.
    stopAnswer(server, chatId).catch(setFailure);
  };
  const showEarlier = async (): Promise<void> => {
    try {
      const page = await loadHistory(server, chatId, before ?? undefined);
      setMessages((known) => [...page.messages.map(toChatMessage), ...known]);
      setBefore(page.before);
    } catch (problem) {
      setFailure(problem);
    }
  };
  const question = messages.findLast(({ role }) => role === 'user');
  const askAgain = question === undefined || running ? undefined : () => send(toText(question));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl px-4">
          {before !== null && messages.length > 0 && (
            <p className="pt-3 text-center">
              <Button onClick={() => void showEarlier()}>{words.chat.earlier}</Button>
            </p>
          )}
          {messages.length === 0 && !running && <Welcome onAsk={send} />}
          <div role="log" aria-live="polite" aria-busy={running} aria-label={words.chat.conversation}>
            {messages.map((message, index) => {
              const isLast = index === messages.length - 1;
              return (
                <MessageView
                  key={message.id}
                  message={message}
                  writing={isLast && running}
                  onAskAgain={isLast ? askAgain : undefined}
                />
              );
            })}
          </div>
          <p className="flex h-6 items-center gap-2 text-sm text-soft">
            <Spinner label={words.chat.working} active={running} />
            {status === 'submitted' && words.chat.waiting}
          </p>
          {error !== undefined && lost === undefined && !running && messages.at(-1)?.metadata?.error === undefined && (
            <Banner
              look="alarm"
              action={askAgain === undefined ? undefined : <Button onClick={askAgain}>{words.chat.askAgain}</Button>}
            >
              {sayAnswerFailure(error.message, words)}
            </Banner>
          )}
          {failure !== undefined && <Banner look="alarm">{sayFailure(failure, words)}</Banner>}
          {notice !== undefined && <Banner look="ask">{notice}</Banner>}
        </div>
      </div>
      <div className="mx-auto w-full max-w-3xl px-3 pb-3">
        {contextBar}
        <MessageForm words={words.chat} text={draft} running={running} onText={onDraft} onSend={send} onStop={stop} />
      </div>
    </div>
  );
}
