import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Server, ServerState } from './server.ts';

export const ServerContext = createContext<Server | undefined>(undefined);

/** The server that all views ask. */
export function useServer(): Server {
  return useContext(ServerContext)!;
}

export function useServerState(server: Server): ServerState {
  const read = (): ServerState => server.state;
  return useSyncExternalStore(server.subscribe, read, read);
}
