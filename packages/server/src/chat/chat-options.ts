import type { AgentSettings } from '@posthouse/chat';
import type { AgentRegistry } from '@posthouse/agents';

/** How people chat with agents that are not swarms; see docs/chat.md. */
export type ChatOptions = {
  /** The agent of sessions that name nobody; the default swarm unless given. */
  agent?: string;
  /**
   * How agents are opened, by name. Outside of development, sessions may be with these and with `agent` only: agents work on
   * files and run programs where the server is.
   */
  agents?: Readonly<Record<string, AgentSettings>>;
  /** Folders that agents may work in, and below; the first one unless a session says otherwise. The current one unless given. */
  folders?: readonly string[];
  /**
   * Whether an agent stops when the connection is closed that its message came with. Reloading a page then stops it, too;
   * false unless given.
   */
  abortOnDisconnect?: boolean;
  /** The agents there are; those of this process unless given. */
  registry?: AgentRegistry;
};
