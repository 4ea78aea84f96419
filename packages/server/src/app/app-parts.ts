import type { Hono } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { ServedSwarms } from '../served-swarms.ts';
import type { Logger } from '../logging/logger.ts';
import type { StreamHub } from '../streams/stream-hub.ts';
import type { AddRoute } from './add-route.ts';
import type { StepProposer } from './step-proposer.ts';
import type { Gate } from './require-role.ts';

/** What the routes are made from. */
export type AppParts = {
  app: Hono<AppEnv>;
  served: ServedSwarms;
  gate: Gate;
  /** Adds a route as it is described. */
  on: AddRoute;
  streams: StreamHub;
  logger: Logger;
  debug: boolean;
  publicURL: string | undefined;
  sharedTokens: boolean;
  /** How long a stream may be silent. */
  pingMs: number;
  /** By swarm: a sample question, for the studio. */
  questions: Readonly<Record<string, string>>;
  stepProposer: StepProposer | undefined;
};
