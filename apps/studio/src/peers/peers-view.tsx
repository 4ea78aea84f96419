import {
  Badge,
  Banner,
  Button,
  Dialog,
  Empty,
  Field,
  Refusal,
  Spinner,
  useQuery,
  useServer,
  WRONG_ROLE,
} from '@posthouse/components';
import { type PeerList, peerListWire } from '@posthouse/protocol';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';

type Peer = PeerList['peers'][number];

/** Other servers whose swarms ours may write to: how they are, and which wait for a yes. */
export default function PeersView() {
  const server = useServer();
  const [registering, setRegistering] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const { value, failure, refresh } = useQuery(
    'peers',
    async (signal) => peerListWire.parse(await server.ask('/swarms/peers', { signal })).value.peers,
    { everyMs: 5000 },
  );
  const change = async (path: string, body: object): Promise<void> => {
    setProblem(undefined);
    try {
      await server.ask(path, { method: 'POST', body });
      refresh();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  if (failure instanceof Refusal && failure.message === WRONG_ROLE) {
    return <Empty title="Only admins can see peers">Sign in with the token of an admin.</Empty>;
  }
  return (
    <div className="mx-auto max-w-4xl p-4">
      <div className="mb-3 flex items-center">
        <h1 className="mr-auto text-lg font-semibold">Peers</h1>
        <Button onClick={() => setRegistering(true)}>
          <Plus aria-hidden className="size-3.5" />
          Register
        </Button>
      </div>
      {(problem ?? failure) !== undefined && <Banner look="alarm">{(problem ?? failure)!.message}</Banner>}
      {value === undefined && failure === undefined && <Spinner label="Loading" />}
      {value?.length === 0 && (
        <Empty title="No peers yet">Register another server so that agents here can write to its agents.</Empty>
      )}
      <ul aria-label="Peers" className="mt-2 flex flex-col gap-2">
        {value?.map((peer) => (
          <li key={peer.swarmName}>
            <PeerLine
              peer={peer}
              onApprove={() => void change('/swarms/approve', { name: peer.swarmName })}
              onRemove={() => void change('/swarms/unregister', { name: peer.swarmName })}
            />
          </li>
        ))}
      </ul>
      <Dialog title="Register a peer" open={registering} onClose={() => setRegistering(false)}>
        <RegisterForm
          onRegister={async (body) => {
            await server.ask('/swarms', { method: 'POST', body });
            setRegistering(false);
            refresh();
          }}
        />
      </Dialog>
    </div>
  );
}

function PeerLine({ peer, onApprove, onRemove }: { peer: Peer; onApprove: () => void; onRemove: () => void }) {
  const { swarmName, baseURL, state, isActive, latency, lastSeen, swarmDescription, hasToken, keyId } = peer;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-card px-3 py-2 text-sm">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span>{swarmName}</span>
          {state === 'pending' ? (
            <Badge tone="ask">waiting for approval</Badge>
          ) : (
            <Badge tone={isActive ? 'done' : 'alarm'}>{isActive ? 'healthy' : 'does not respond'}</Badge>
          )}
          {!hasToken && <Badge>no token</Badge>}
        </p>
        <p className="[overflow-wrap:anywhere] text-soft">{baseURL}</p>
        {swarmDescription !== '' && <p className="text-soft">{swarmDescription}</p>}
        {keyId !== undefined && <p className="font-mono text-xs text-soft">key {keyId}</p>}
      </div>
      <span className="text-soft">{latency === undefined ? '' : `${Math.round(latency)} ms`}</span>
      {lastSeen !== undefined && (
        <time dateTime={lastSeen} className="text-soft">
          {new Date(lastSeen).toLocaleTimeString('en-GB')}
        </time>
      )}
      {state === 'pending' && (
        <Button look="primary" onClick={onApprove}>
          Approve
        </Button>
      )}
      <Button look="alarm" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

type Registration = { name: string; base_url: string; auth_token?: string };

function RegisterForm({ onRegister }: { onRegister: (body: Registration) => Promise<void> }) {
  const [name, setName] = useState('');
  const [url, setURL] = useState('');
  const [token, setToken] = useState('');
  const [failure, setFailure] = useState<Error>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setFailure(undefined);
    const body = { name: name.trim(), base_url: url.trim(), ...(token === '' ? {} : { auth_token: token }) };
    onRegister(body).catch(setFailure);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Swarm name" required value={name} onChange={(event) => setName(event.target.value)} />
      <Field label="Server URL" type="url" required value={url} onChange={(event) => setURL(event.target.value)} />
      <Field
        label="Token"
        type="password"
        autoComplete="off"
        hint="The token that the other server issued for this one. It stays on the server and is never shown again."
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      <Button type="submit" look="primary" className="self-end">
        Register
      </Button>
    </form>
  );
}
