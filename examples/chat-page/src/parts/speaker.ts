import { createContext, useContext } from 'react';

/** Whose parts those are that name nobody: the agent that answers, or just the swarm. */
export const Speaker = createContext('swarm');

export function useSpeaker(): string {
  return useContext(Speaker);
}
