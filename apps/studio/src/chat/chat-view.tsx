import { Banner, Button, Spinner, useQuery, useServer } from '@posthouse/components';
import { PanelLeft, Share2 } from 'lucide-react';
import { useState } from 'react';
import { go, useRoute } from '../routing/route.ts';
import { loadSwarms } from '../server/load-swarms.ts';
import type { Partner } from './chat-link.ts';
import { Conversation } from './conversation.tsx';
import { type Listed, PartnerChoice } from './partner-choice.tsx';
import { type Session, SessionList } from './session-list.tsx';
import { useEarlier } from './use-earlier.ts';

const LIST_MS = 15_000;

/** Conversations with swarms: those that there are, and the one that is open. */
export default function ChatView() {
  const server = useServer();
  const [named] = useRoute().path;
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  const [listed, setListed] = useState(false);
  const { value: list, refresh } = useQuery(
    'sessions',
    async (signal) => (await server.ask('/chat/sessions', { signal })) as { sessions: Session[] },
    { everyMs: LIST_MS },
  );
  const sessions = list?.sessions ?? [];
  const chatId = named ?? fresh;
  const begin = (): void => {
    go({ view: 'chat', path: [chatId] }, { replace: true });
    // The next new conversation is another one.
    if (named === undefined) setFresh(crypto.randomUUID());
  };
  const current = sessions.find(({ id }) => id === chatId);
  return (
    <div className="flex h-full">
      <div
        className={`${listed ? 'absolute inset-0 z-10 bg-card' : 'hidden'} w-full shrink-0 border-r border-line md:static md:block md:w-60`}
      >
        <SessionList sessions={sessions} current={named} onChanged={refresh} onPick={() => setListed(false)} />
      </div>
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <div className="flex min-h-11 items-center gap-2 border-b border-line px-3">
          <Button look="quiet" icon className="md:hidden" aria-label="Conversations" onClick={() => setListed(true)}>
            <PanelLeft aria-hidden className="size-4" />
          </Button>
          <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{current?.title ?? 'New chat'}</h1>
          {named !== undefined && <ShareButton />}
        </div>
        <Loaded
          key={chatId}
          chatId={chatId}
          isNew={named === undefined}
          swarm={current?.swarm}
          agent={current?.agent}
          onBegin={begin}
          onChanged={refresh}
        />
      </div>
    </div>
  );
}

type LoadedProps = {
  chatId: string;
  isNew: boolean;
  swarm: string | undefined;
  /** The agent that it is with instead of a swarm. */
  agent: string | undefined;
  onBegin: () => void;
  onChanged: () => void;
};

/** Gets what was said before, and shows the conversation from there. */
function Loaded({ chatId, isNew: begins, swarm, agent, onBegin, onChanged }: LoadedProps) {
  const server = useServer();
  // A conversation that is new stays so for this page, though its address changes with the first message.
  const [isNew] = useState(begins);
  const [partner, setPartner] = useState<Partner>({});
  const { value: swarms } = useQuery('swarms', (signal) => loadSwarms(server, signal));
  const { value: listed } = useQuery(
    'partners',
    async (signal) => (await server.ask('/chat/agents', { signal })) as Listed[],
  );
  const { shown, failure, lookAgain } = useEarlier(chatId, isNew);
  if (failure !== undefined && shown === undefined) {
    return (
      <div className="p-4">
        <Banner look="alarm" action={<Button onClick={lookAgain}>Try again</Button>}>
          {failure.message}
        </Banner>
      </div>
    );
  }
  if (shown === undefined || swarms === undefined) {
    return (
      <p className="p-6">
        <Spinner label="Loading" />
      </p>
    );
  }
  const chosen = { ...(partner.agent === undefined ? { swarm: swarms.default } : {}), ...partner };
  const known = swarms.swarms.find(({ name }) => name === (isNew ? chosen.swarm : swarm));
  return (
    <Conversation
      key={`${shown.round} ${isNew ? (chosen.agent ?? chosen.swarm) : ''}`}
      chatId={chatId}
      earlier={shown.messages}
      partner={isNew ? chosen : {}}
      isFinal={isNew ? chosen.agent !== undefined : agent !== undefined}
      isNew={isNew}
      resuming={shown.status === 'running'}
      question={isNew ? known?.question : undefined}
      onBegin={onBegin}
      onSettled={onChanged}
      onElsewhere={lookAgain}
      onNothingToResume={() => {
        // An answer that was being written a moment ago is complete by now, and with the other messages.
        if (shown.status === 'running') lookAgain();
      }}
      welcome={
        <div className="mx-auto max-w-md py-10">
          <h2 className="text-center text-lg font-semibold">Ask a swarm</h2>
          <p className="mt-1 mb-6 text-center text-sm text-soft">
            Agents write to each other until one of them has your answer. You see their mail and their calls.
          </p>
          <PartnerChoice swarms={swarms.swarms} listed={listed ?? []} partner={chosen} onChange={setPartner} />
        </div>
      }
    />
  );
}

function ShareButton() {
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    // The token is not in the address: whoever opens it needs one of their own.
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Button look="quiet" onClick={() => void share()}>
      <Share2 aria-hidden className="size-3.5" />
      {copied ? 'Copied' : 'Link'}
    </Button>
  );
}
