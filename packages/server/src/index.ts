export type { AppEnv } from './edge/app-env.ts';
export { type AppOptions, createApp } from './create-app.ts';
export type { Gate } from './app/require-role.ts';
export type { Authenticator, Caller } from './auth/caller.ts';
export type { Peer } from './federation/registry/peer.ts';
export type { PeerHealth } from './federation/registry/peer-health.ts';
export {
  type Approval,
  type FoundSwarm,
  PeerRegistry,
  type PeerRegistryOptions,
  type Registration,
} from './federation/registry/peer-registry.ts';
export { PeerRouter, type PeerRouterOptions } from './federation/router/peer-router.ts';
export type { FederationOptions, ServerFederation } from './federation/server-federation.ts';
export { SigningKey } from './federation/trust/signing-key.ts';
export { ServedSwarms, type ServedSwarmsOptions } from './served-swarms.ts';
export type { AuthOption } from './auth/choose-auth.ts';
export type { DevelopmentTokens } from './auth/development/development-authenticator.ts';
export type { ExternalAuth } from './auth/external/external-authenticator.ts';
export {
  createToken,
  listTokens,
  revokeToken,
  type TokenRecord,
  type TokenSelection,
} from './auth/tokens/token-records.ts';
export type { ServerLimits } from './edge/server-limits.ts';
export { createLogger, type LoggerOptions } from './logging/create-logger.ts';
export type { LogFields, Logger, LogLevel } from './logging/logger.ts';
export { quiet } from './logging/quiet.ts';
export type { StepProposer, ProposedStep } from './app/step-proposer.ts';
export type { RunningServer, StartOptions } from './start-options.ts';
export { startServer } from './start-server.ts';
