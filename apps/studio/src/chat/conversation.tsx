import { Banner, Button, Spinner, toProblemText, useServer, useStickyEnd } from '@posthouse/components';
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ChatLink, type Partner } from './chat-link.ts';
import { Composer } from './composer.tsx';
import { MessageView } from './message-view.tsx';
import type { Answering } from './question-view.tsx';
import type { SwarmMessage } from './swarm-message.ts';
import { useBranches } from './use-branches.ts';
import { isOpenQuestion } from './to-sections.ts';
import { readWaiting, writeWaiting } from './waiting-messages.ts';

export type ConversationProps = {
  chatId: string;
  earlier: SwarmMessage[];
  /** Whom a new conversation is with. */
  partner: Partner;
  /** Whether it is with an agent that cannot take back what it has heard. */
  isFinal: boolean;
  isNew: boolean;
  /** Whether an answer was being written when the earlier messages were read. */
  resuming: boolean;
  question: string | undefined;
  /** What is shown while nothing has been said. */
  welcome: ReactNode;
  onBegin: () => void;
  /** Called when an answer has come to its end. */
  onSettled: () => void;
  /** Called when what was said before has to be read anew. */
  onElsewhere: () => void;
  onNothingToResume: () => void;
};

/** A conversation with a swarm, from what was said before to what is being written. */
export function Conversation(props: ConversationProps) {
  const { chatId, earlier, partner, isFinal, isNew, resuming, question, welcome } = props;
  const { onBegin, onSettled, onElsewhere, onNothingToResume } = props;
  const server = useServer();
  const [link] = useState(() => new ChatLink(server));
  // What is shown here is about to be read anew, and then shown by another one of these.
  const isOutdated = useRef(false);
  useLayoutEffect(() =>
    link.follow({
      partner,
      onNothingToResume: () => {
        isOutdated.current = resuming;
        onNothingToResume();
      },
    }),
  );
  const [place, setPlace] = useState(0);
  const chat = useChat<SwarmMessage>({
    id: chatId,
    messages: earlier,
    transport: link.transport,
    throttle: 50,
    onData: (part) => {
      if (part.type === 'data-queued') setPlace(part.data.place);
    },
    onFinish: () => setPlace(0),
    // What the reader has decided goes to the server as soon as nothing is left to decide.
    sendAutomaticallyWhen: (state) =>
      lastAssistantMessageIsCompleteWithToolCalls(state) || lastAssistantMessageIsCompleteWithApprovalResponses(state),
  });
  const { messages, status, error, sendMessage, regenerate, addToolOutput, addToolApprovalResponse } = chat;
  const { resumeStream } = chat;
  const running = status === 'submitted' || status === 'streaming';
  const [waiting, setWaiting] = useState(() => readWaiting(sessionStorage, chatId));
  const [ownFailure, setOwnFailure] = useState<Error>();
  const frame = useStickyEnd();

  useEffect(() => writeWaiting(sessionStorage, chatId, waiting), [chatId, waiting]);
  const asks = messages.at(-1)?.parts.some(isOpenQuestion) === true;
  // What waits is not sent before the answer that was being written has been taken up again, and is complete.
  const [isTakenUp, setTakenUp] = useState(isNew);
  useEffect(() => {
    if (!isNew) void resumeStream().finally(() => setTakenUp(true));
  }, [isNew, resumeStream]);
  useEffect(() => {
    const [next, ...rest] = waiting;
    if (!isTakenUp || isOutdated.current || status !== 'ready' || asks || next === undefined) return undefined;
    const timer = setTimeout(() => {
      setWaiting(rest);
      void sendMessage({ text: next });
    });
    return () => clearTimeout(timer);
  }, [isTakenUp, status, asks, waiting, sendMessage]);
  const { places, look, take } = useBranches(chatId, onElsewhere);
  const isEmpty = messages.length === 0;
  useEffect(() => {
    if (running) return;
    onSettled();
    // Nothing that was never said can have been said differently.
    if (!isEmpty && !isFinal) look();
  }, [running, isEmpty, isFinal, onSettled, look]);

  const send = (text: string, files: FileList | undefined): void => {
    if (running) {
      setWaiting([...waiting, text]);
      return;
    }
    onBegin();
    void sendMessage({ text, files });
  };
  const stop = (): void => {
    setOwnFailure(undefined);
    // Stopping must not be followed by more work.
    setWaiting([]);
    // The server ends the stream when the run has stopped. Hanging up instead would stop nothing but the display.
    server.ask(`/chat/${encodeURIComponent(chatId)}/stop`, { method: 'POST' }).catch(setOwnFailure);
  };
  const answering = useMemo<Answering>(
    () => ({
      answer: ({ toolName, toolCallId }, output) => void addToolOutput({ tool: toolName, toolCallId, output }),
      refuse: ({ toolName, toolCallId }, errorText) =>
        void addToolOutput({ state: 'output-error', tool: toolName, toolCallId, errorText }),
      decide: (id, approved, reason) => void addToolApprovalResponse({ id, approved, reason }),
    }),
    [addToolOutput, addToolApprovalResponse],
  );
  const edit = useCallback(
    ({ id }: SwarmMessage, text: string) => void sendMessage({ text, messageId: id }),
    [sendMessage],
  );
  const again = useCallback(({ id }: SwarmMessage) => void regenerate({ messageId: id }), [regenerate]);
  const goTo = useCallback((taskId: string) => void take(taskId).catch(setOwnFailure), [take]);
  const failure = ownFailure ?? error;
  // What is wrong with an answer stands in it.
  const isTold = failure !== undefined && failure.message === messages.at(-1)?.metadata?.error;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div ref={frame} className="min-h-0 flex-1 overflow-y-auto" data-swarm={partner.swarm}>
        <div className="mx-auto w-full max-w-3xl px-4">
          {isEmpty && welcome}
          <div role="log" aria-live="polite" aria-busy={running} aria-label="Conversation">
            {messages.map((message, index) => (
              <MessageView
                key={message.id}
                message={message}
                answering={answering}
                newest={index === messages.length - 1}
                running={running}
                place={places.find(({ messageId }) => messageId === message.id)}
                onTake={goTo}
                onEdit={isFinal ? undefined : edit}
                onRegenerate={again}
              />
            ))}
          </div>
          <p className="flex h-6 items-center gap-2 text-sm text-soft">
            <Spinner label={place === 0 ? 'The swarm is working' : `Queued: place ${place}`} active={running} />
            {status === 'submitted' && 'Waiting for the swarm'}
          </p>
          {failure !== undefined && !isTold && !running && (
            <Banner look="alarm" action={<Button onClick={() => void regenerate()}>Try again</Button>}>
              {toFailureText(failure)}
            </Banner>
          )}
          {waiting.length > 0 && (
            <ul aria-label="Queued messages" className="my-2 flex flex-col gap-1">
              {waiting.map((text, index) => (
                <li
                  key={index}
                  className="flex items-center gap-2 rounded-md border border-dashed border-line px-2 text-sm"
                >
                  <span className="text-xs text-soft">queued</span>
                  <span className="min-w-0 flex-1 truncate">{text}</span>
                  <Button
                    look="quiet"
                    icon
                    aria-label="Remove from the queue"
                    onClick={() => setWaiting(waiting.filter((_, each) => each !== index))}
                  >
                    <X aria-hidden className="size-3.5" />
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <Composer running={running} question={question} onSend={send} onStop={stop} />
    </div>
  );
}

function toFailureText({ message }: Error): string {
  return message.startsWith('{') ? toProblemText(message, 0) : message;
}
