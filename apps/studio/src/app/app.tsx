import { Server, ServerContext, useServerState } from '@posthouse/components';
import { useEffect, useState } from 'react';
import { LoginView } from '../login/login-view.tsx';
import { keepToken } from '../server/token.ts';
import { Shell } from './shell.tsx';

type AppProps = { base: string; token: string | undefined };

/** The studio. Whoever it is for has to have a token. */
export function App({ base, token: first }: AppProps) {
  const [server, setServer] = useState(() => (first === undefined ? undefined : new Server({ base, token: first })));
  const enter = (token: string): void => {
    keepToken(token);
    setServer(new Server({ base, token }));
  };
  const leave = (): void => {
    keepToken(undefined);
    setServer(undefined);
  };
  if (server === undefined) return <LoginView onEnter={enter} />;
  return <Entered key={server.token} server={server} onEnter={enter} onLeave={leave} />;
}

type EnteredProps = { server: Server; onEnter: (token: string) => void; onLeave: () => void };

function Entered({ server, onEnter, onLeave }: EnteredProps) {
  const state = useServerState(server);
  const [who, setWho] = useState<{ id: string; role: string }>();
  useEffect(() => {
    if (state === 'online' && who === undefined) {
      server.ask('/whoami').then(
        (answer) => setWho(answer as { id: string; role: string }),
        // What is wrong is in the state of the server.
        () => undefined,
      );
    }
  }, [server, state, who]);
  if (state === 'refused') return <LoginView onEnter={onEnter} problem="The server does not accept this token." />;
  return (
    <ServerContext value={server}>
      <Shell who={who} state={state} onLeave={onLeave} />
    </ServerContext>
  );
}
