import type {
  Budgets,
  CallBounds,
  OutboundPolicy,
  PythonBridge,
  ReferenceLibrary,
  Retention,
  RunLimits,
} from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { Hono } from 'hono';
import type { AppEnv } from './edge/app-env.ts';
import type { AuthOption } from './auth/choose-auth.ts';
import type { ChatOptions } from './chat/chat-options.ts';
import type { DevelopmentTokens } from './auth/development/development-authenticator.ts';
import type { ServerLimits } from './edge/server-limits.ts';
import type { FederationOptions } from './federation/server-federation.ts';
import type { KeySource } from './federation/trust/find-signing-key.ts';
import type { ServedSwarms } from './served-swarms.ts';
import type { StepProposer } from './app/step-proposer.ts';
import type { Logger } from './logging/logger.ts';

/** How to serve. Everything has a default that is safe on your own machine. */
export type StartOptions = {
  /** 8000 by default; 0 takes a free one. */
  port?: number;
  /** `127.0.0.1` by default. */
  host?: string;
  /** Whether the host was chosen for this start; true by default. If not, an unsafe host is overridden. */
  hostIsDeliberate?: boolean;
  /** An open store, which stays open. */
  store?: Store;
  /** Otherwise, the store to open; by default `DATABASE_URL` of the environment, or else `sqlite:posthouse.db`. */
  databaseURL?: string;
  /** By default the services in `AUTH_ENDPOINT` and `TOKEN_INFO_ENDPOINT` of the environment, or else `auto`. */
  auth?: AuthOption;
  /** The swarm of requests that name none; the first one by default. */
  defaultSwarm?: string;
  /** How many messages a run may have, if its swarm does not say. */
  taskMessageLimit?: number;
  /** Other limits of a run, if its swarm does not set them. */
  runs?: RunLimits;
  /** What model calls may use before runs pause, if their swarm does not say. */
  budgets?: Budgets;
  /** How many model calls are made at once, and how many may wait; see docs/configuration.md. */
  modelCalls?: Partial<CallBounds>;
  /** How long tasks and chat sessions are kept after their last use, in milliseconds; for ever by default. */
  retention?: Retention;
  /** Used for swarms that do not describe themselves. */
  fallbacks?: { description?: string; keywords?: string[] };
  /** What the names in later loaded swarms stand for. */
  library?: ReferenceLibrary;
  /** Runs the Python code of the swarms, and is closed with the server. */
  python?: PythonBridge;
  /** Whether later loaded swarms may name Python code as well, which can do anything on this machine. False by default. */
  loadsPython?: boolean;
  /** Which addresses peers may have: the public internet, and in development this machine too, by default. */
  outbound?: OutboundPolicy;
  /** How the server works with peers; see docs/federation.md. */
  federation?: Omit<FederationOptions, 'key' | 'development'> & KeySource;
  /** Which agents people can chat with, in addition to the swarms. `AGENT` of the environment wins over its `agent`. */
  chat?: ChatOptions;
  /** Origins whose pages may call the server. */
  cors?: { origins: readonly string[] };
  limits?: Partial<ServerLimits>;
  /** Files with the certificate and its key, as PEM. */
  tls?: { certFile: string; keyFile: string };
  /** Where others reach this server, if not where it listens. */
  publicURL?: string;
  logger?: Logger;
  /** Whether spans contain what was said; see docs/operations.md. False by default. */
  traceContent?: boolean;
  /** Gets the text for the person who starts the server; standard output by default. */
  announce?: (text: string) => void;
  openBrowser?: boolean;
  /** Adds your own routes, such as a page for the swarms; they answer what the server's own routes do not. */
  extend?: (app: Hono<AppEnv>) => void;
  /** By swarm: a sample question that the studio offers to first-time visitors. */
  questions?: Readonly<Record<string, string>>;
  /** Proposes the next step of tasks in manual mode; see docs/manual-mode.md. */
  stepProposer?: StepProposer;
  /** Opens the routes that MAIL has for debugging. */
  debug?: boolean;
  /** How long a stream may be silent before it pings; 15 seconds by default. */
  pingMs?: number;
  /** How much may wait for a reader of a stream, in bytes; 1 MiB by default. */
  streamBytes?: number;
  /** How long a reader of a stream may take nothing of what waits before it is dropped; 30 seconds by default. */
  stallMs?: number;
  /** How long `stop` and SIGTERM give current work to finish; ten seconds by default. */
  drainMs?: number;
  /** Whether SIGTERM and SIGINT stop the server and then end the process; true by default. */
  handleSignals?: boolean;
  /** Stops the server when it aborts. */
  signal?: AbortSignal;
  /**
   * Where a development server keeps its tokens and leaves `dev.json`; `.posthouse` below the working directory by
   * default.
   */
  developmentFolder?: string;
};

/** A running server. */
export type RunningServer = AsyncDisposable & {
  /** Where it listens, as you would type it on this machine. */
  url: string;
  /** Where others reach it. */
  publicURL: string;
  port: number;
  served: ServedSwarms;
  app: Hono<AppEnv>;
  /** In development: a token for each role. */
  tokens?: DevelopmentTokens;
  /** Finishes current work, as far as there is time, and stops. Calling it again waits for the same end. */
  stop(options?: { drainMs?: number }): Promise<void>;
};
