import { useSwarmChat } from '#sdk';
import { type ReactNode, useState } from 'react';
import type { SwarmMessage } from '../messages/swarm-message.ts';
import { toErrorText } from '../messages/to-error-text.ts';
import { type Loaded, stopRun } from '../server/ask-server.ts';
import type { ChatAddress } from '../server/chat-address.ts';
import type { Connection } from '../server/connection.ts';
import { Composer } from './composer.tsx';
import { Failure } from './failure.tsx';
import { MessageView } from './message-view.tsx';
import { useReturn } from './use-return.ts';
import { useStickyEnd } from './use-sticky-end.ts';

type ConversationProps = {
  connection: Connection;
  address: ChatAddress;
  /** What whoever answers is called. */
  partner: string;
  earlier: SwarmMessage[];
  /** Asks the server for the conversation once more, when the reader comes back to this tab. */
  onReturn: () => Promise<Loaded>;
  onNothingToResume: () => void;
  /** Shown as long as nothing was said. */
  picker: ReactNode;
};

/** A conversation with a swarm or an agent, from what was said before to what is being written. */
export function Conversation(props: ConversationProps) {
  const { connection, address, partner, earlier, onReturn, onNothingToResume, picker } = props;
  const { chatId, swarm, agent } = address;
  const chat = useSwarmChat({ ...connection, chatId, swarm, agent, messages: earlier, onNothingToResume });
  useReturn(chat, onReturn);
  const [stopFailure, setStopFailure] = useState<Error>();
  const end = useStickyEnd();
  const { messages, status } = chat;
  const running = status === 'submitted' || status === 'streaming';

  const stop = (): void => {
    setStopFailure(undefined);
    // The server ends the stream when the run has stopped. Hanging up instead would stop nothing but the display.
    stopRun(connection, chatId).catch(setStopFailure);
  };
  // What went wrong is still known after a reload, with the answer that it has spoiled.
  const spoiled = messages.at(-1)?.metadata?.error;
  const failure = stopFailure ?? chat.error;
  const failureText = failure === undefined ? spoiled : toErrorText(failure);
  const isWithAgent = messages.some(({ metadata }) => metadata?.agent !== undefined);
  return (
    <>
      <main>
        {messages.length === 0 && <p className="empty">Ask something. You see who works on it, and how.</p>}
        {messages.length === 0 && picker}
        <div className="messages" role="log" aria-live="polite" aria-busy={running}>
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              chat={chat}
              newest={index === messages.length - 1}
              canEdit={!isWithAgent}
            />
          ))}
        </div>
        {status === 'submitted' && <p className="waiting">Waiting for {partner}</p>}
        {failureText !== undefined && !running && <Failure text={failureText} onTryAgain={() => chat.regenerate()} />}
        <div ref={end} className="end" />
      </main>
      <Composer partner={partner} running={running} onSend={chat.send} onStop={stop} />
    </>
  );
}
