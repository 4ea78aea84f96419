import { useEffect, useState } from 'react';
import { Conversation } from './conversation/conversation.tsx';
import { Failure } from './conversation/failure.tsx';
import { TokenForm } from './conversation/token-form.tsx';
import { type Loaded, loadConversation } from './server/ask-server.ts';
import { type ChatAddress, newChatAddress } from './server/chat-address.ts';
import { keepToken } from './server/connection.ts';

type AppProps = { api: string; address: ChatAddress; token: string | undefined };

/** The page: whoever it is for has to have a token, and then it shows the conversation that its address names. */
export function App({ api, address, token: first }: AppProps) {
  const [token, setToken] = useState(first);
  /** How often the conversation was asked for. */
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded & { round: number }>();
  const [failure, setFailure] = useState<Error>();

  useEffect(() => {
    if (token === undefined) return;
    loadConversation({ api, token }, address.chatId).then((now) => setLoaded({ ...now, round }), setFailure);
  }, [api, token, address, round]);

  const enter = (given: string): void => {
    keepToken(given);
    setFailure(undefined);
    setToken(given);
  };
  const lookAgain = (): void => {
    // An answer that was being written a moment ago is complete by now, and with the other messages.
    if (loaded?.running === true) setRound(loaded.round + 1);
  };
  return (
    <>
      <header>
        <h1>Posthouse</h1>
        <a href={newChatAddress(address.swarm)}>New conversation</a>
      </header>
      {token !== undefined && loaded !== undefined ? (
        <Conversation
          key={loaded.round}
          connection={{ api, token }}
          address={address}
          earlier={loaded.messages}
          onNothingToResume={lookAgain}
        />
      ) : (
        <main>
          {failure !== undefined && <Failure text={failure.message} />}
          {(token === undefined || failure !== undefined) && <TokenForm onEnter={enter} />}
        </main>
      )}
    </>
  );
}
