import { ServerContext, useServerState } from '@posthouse/components';
import { useMemo, useState } from 'react';
import { forgetDevice } from '../api/forget.ts';
import { PairingView } from '../pairing/pairing-view.tsx';
import { type Platform, PlatformContext } from '../platform/platform.ts';
import { LanguageProvider } from '../words/language-provider.tsx';
import { openServer } from '../api/open-server.ts';
import { Shell } from './shell.tsx';

type AppProps = {
  platform: Platform;
  token: string | undefined;
  /** A pairing code that came with the address. */
  code: string | undefined;
  /** Keeps a token, or forgets it. */
  onToken: (token: string | undefined) => void;
};

/** The page. Whoever it is for has paired this device with the app. */
export function App({ platform, token: first, code, onToken }: AppProps) {
  const [token, setToken] = useState(first);
  const change = (next: string | undefined): void => {
    onToken(next);
    setToken(next);
  };
  return (
    <PlatformContext value={platform}>
      <LanguageProvider>
        {token === undefined ? (
          <PairingView code={code} onPaired={change} />
        ) : (
          <Paired key={token} base={platform.base} token={token} onToken={change} />
        )}
      </LanguageProvider>
    </PlatformContext>
  );
}

type PairedProps = { base: string; token: string; onToken: (token: string | undefined) => void };

function Paired({ base, token, onToken }: PairedProps) {
  const server = useMemo(() => openServer(base, token), [base, token]);
  const state = useServerState(server);
  if (state === 'refused') return <PairingView refused onPaired={onToken} />;
  return (
    <ServerContext value={server}>
      <Shell
        state={state}
        onForget={() => {
          // The page forgets its token in any case; the app, if it is there.
          forgetDevice(server).catch(() => undefined);
          onToken(undefined);
        }}
      />
    </ServerContext>
  );
}
