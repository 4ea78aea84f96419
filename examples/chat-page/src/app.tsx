import { useCallback, useEffect, useRef, useState } from 'react';
import { Conversation } from './conversation/conversation.tsx';
import { Failure } from './conversation/failure.tsx';
import { PartnerPicker } from './conversation/partner-picker.tsx';
import { TokenForm } from './conversation/token-form.tsx';
import { type Loaded, loadConversation, loadPartners, type Partner } from './server/ask-server.ts';
import { changePartner, type ChatAddress, newChatAddress } from './server/chat-address.ts';
import { keepToken } from './server/connection.ts';

type AppProps = { api: string; address: ChatAddress; token: string | undefined };

/** The page: whoever it is for has to have a token, and then it shows the conversation that its address names. */
export function App({ api, address: named, token: first }: AppProps) {
  const [token, setToken] = useState(first);
  const [address, setAddress] = useState(named);
  const [partners, setPartners] = useState<Partner[]>([]);
  /** How often the conversation was asked for. */
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded & { round: number }>();
  const [failure, setFailure] = useState<Error>();
  /** Whether an answer was being written when the server was last asked. */
  const wasRunning = useRef(false);

  const load = useCallback(
    async (given: string): Promise<Loaded> => {
      const now = await loadConversation({ api, token: given }, address.chatId);
      wasRunning.current = now.running;
      return now;
    },
    [api, address.chatId],
  );

  useEffect(() => {
    if (token === undefined) return;
    load(token).then((now) => setLoaded({ ...now, round }), setFailure);
  }, [load, token, round]);

  useEffect(() => {
    if (token === undefined) return;
    // Without a choice there is still the one that the server has by default.
    loadPartners({ api, token }).then(setPartners, () => undefined);
  }, [api, token]);

  const { swarm, agent } = address;
  const chosen = agent !== undefined ? { kind: 'agent', name: agent } : swarm && { kind: 'swarm', name: swarm };
  const partner = chosen || partners.find((each) => each.default === true);

  const enter = (given: string): void => {
    keepToken(given);
    setFailure(undefined);
    setToken(given);
  };
  const lookAgain = (): void => {
    // An answer that was being written a moment ago is complete by now, and with the other messages.
    if (wasRunning.current) setRound((times) => times + 1);
    wasRunning.current = false;
  };
  return (
    <>
      <header>
        <h1>Posthouse</h1>
        {partner && <p className="partner">with {partner.name}</p>}
        <a href={newChatAddress(address)}>New conversation</a>
      </header>
      {token !== undefined && loaded !== undefined ? (
        <Conversation
          key={`${loaded.round} ${agent} ${swarm}`}
          connection={{ api, token }}
          address={address}
          partner={partner?.kind === 'agent' ? partner.name : 'the swarm'}
          earlier={loaded.messages}
          onReturn={() => load(token)}
          onNothingToResume={lookAgain}
          picker={
            partners.length > 1 && (
              <PartnerPicker
                partners={partners}
                chosen={chosen || undefined}
                onPick={(picked) => setAddress(changePartner(address, picked))}
              />
            )
          }
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
