import type { SwarmDefinition } from '@posthouse/runtime';
import { DEVELOPMENT_FOLDER } from '../auth/development/development-file.ts';
import { type ServerLimits, withDefaultLimits } from '../edge/server-limits.ts';
import { createLogger } from '../logging/create-logger.ts';
import { knownSecrets } from '../logging/known-secrets.ts';
import type { Logger } from '../logging/logger.ts';
import { tellCause } from '../logging/tell-cause.ts';
import type { StartOptions } from '../start-options.ts';
import { type Servable, toServed } from '../to-served.ts';

const DEFAULT_DATABASE = 'sqlite:posthouse.db';

/** What the parts of a server go by: what was asked for, and what follows from it before anything is opened. */
export type StartPlan = {
  options: StartOptions;
  definitions: SwarmDefinition[];
  databaseURL: string;
  /** Others may reach the store from elsewhere. */
  shared: boolean;
  limits: ServerLimits;
  logger: Logger;
  /** Where a server in development leaves how to reach it, if it may. */
  developmentFolder: string | undefined;
};

export function toStartPlan(swarms: Servable | readonly Servable[], options: StartOptions): StartPlan {
  const definitions = toServed(swarms, options);
  const databaseURL = options.databaseURL ?? (process.env.DATABASE_URL || DEFAULT_DATABASE);
  const logger = tellCause(options.logger ?? createLogger({ secrets: knownSecrets(process.env, [databaseURL]) }));
  return {
    options,
    definitions,
    databaseURL,
    shared: options.store === undefined && /^postgres(?:ql)?:/i.test(databaseURL),
    limits: withDefaultLimits(options.limits),
    logger,
    // A server that was told to be quiet leaves no traces.
    developmentFolder: logger.level === 'silent' ? undefined : (options.developmentFolder ?? DEVELOPMENT_FOLDER),
  };
}
