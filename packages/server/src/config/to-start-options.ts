import type { Retention } from '@posthouse/runtime';
import { type Budget, defined } from '@posthouse/protocol';
import type { AuthOption } from '../auth/choose-auth.ts';
import { toAgentSettings } from './agent-tables.ts';
import type { StartOptions } from '../start-options.ts';
import type { Config } from './config.ts';
import type { ConfigValues } from './settings.ts';

/** What a configuration means for `startServer`; whatever it leaves open is left to it. */
export function toStartOptions({ values, origins }: Config): StartOptions {
  const { swarmName, taskMessageLimit, publicURL, tlsCertFile, tlsKeyFile, allowPrivateNetworks } = values;
  const { swarmDescription: description, swarmKeywords: keywords } = values;
  return {
    port: values.port,
    host: values.host,
    hostIsDeliberate: origins.host.kind === 'flag',
    databaseURL: values.databaseURL,
    auth: toAuth(values),
    cors: { origins: values.corsOrigins },
    limits: toLimits(values),
    runs: toRunLimits(values),
    budgets: toBudgets(values),
    modelCalls: {
      atOnce: values.callsAtOnce,
      perSwarm: values.callsPerSwarm,
      perCaller: values.callsPerCaller,
      perModel: values.callsPerModel,
      waiting: values.callsWaiting,
      waitingPerCaller: values.callsWaitingPerCaller,
      giveUpMs: values.callPatienceSeconds * 1000,
    },
    retention: toRetention(values),
    openBrowser: values.openBrowser,
    debug: values.debug,
    traceContent: values.traceContent,
    drainMs: values.drainSeconds * 1000,
    fallbacks: { description, keywords },
    federation: toFederation(values),
    chat: toChat(values),
    outbound: allowPrivateNetworks === undefined ? undefined : { allowPrivateNetworks },
    defaultSwarm: swarmName,
    loadsPython: values.loadsPython,
    taskMessageLimit,
    publicURL,
    ...(tlsCertFile === undefined || tlsKeyFile === undefined
      ? {}
      : { tls: { certFile: tlsCertFile, keyFile: tlsKeyFile } }),
  };
}

function toFederation(values: ConfigValues): NonNullable<StartOptions['federation']> {
  const { swarmRegistry: registryFile, peerDiscovery: discovery, signingKeyFile } = values;
  return {
    rate: { perSecond: values.peerRequestsPerSecond, burst: values.peerBurst },
    letterBytes: values.letterBytes,
    signatureMs: values.signatureSeconds * 1000,
    timeoutMs: values.peerTimeoutSeconds * 1000,
    healthMs: values.peerHealthSeconds * 1000,
    policy: { giveUpMs: values.peerGiveUpSeconds * 1000, mostHops: values.peerHops },
    registryFile,
    discovery,
    signingKeyFile,
  };
}

function toChat(values: ConfigValues): StartOptions['chat'] & object {
  const { chatAgent: agent, chatAgents, chatFolders: folders, chatAbortOnDisconnect: abortOnDisconnect } = values;
  return {
    ...(abortOnDisconnect ? { abortOnDisconnect } : {}),
    agent,
    agents: chatAgents && toAgentSettings(chatAgents, process.env),
    folders,
  };
}

function toAuth(values: ConfigValues): AuthOption {
  const { authMode, authEndpoint, tokenInfoEndpoint } = values;
  if (authMode === 'tokens' || authMode === 'development') return authMode;
  if (authEndpoint === undefined || tokenInfoEndpoint === undefined) return 'auto';
  return {
    authEndpoint,
    tokenInfoEndpoint,
    cacheMs: values.authCacheSeconds * 1000,
    negativeCacheMs: values.authNegativeCacheSeconds * 1000,
    timeoutMs: values.authTimeoutSeconds * 1000,
  };
}

function toLimits(values: ConfigValues): StartOptions['limits'] {
  const { requestsPerSecond: perSecond, requestBurst: burst = Math.max(1, Math.ceil(perSecond * 2)) } = values;
  return {
    bodyBytes: values.bodyBytes,
    headerBytes: values.headerBytes,
    headersMs: values.headersSeconds * 1000,
    requestMs: values.requestSeconds * 1000,
    keepAliveMs: values.keepAliveSeconds * 1000,
    ...(perSecond === 0 ? {} : { rate: { perSecond, burst } }),
  };
}

function toBudgets(values: ConfigValues): NonNullable<StartOptions['budgets']> {
  return {
    run: toBudget(values.budgetRunCalls, values.budgetRunTokens, values.budgetRunCost),
    caller: toBudget(values.budgetCallerCalls, values.budgetCallerTokens, values.budgetCallerCost),
    swarm: toBudget(values.budgetSwarmCalls, values.budgetSwarmTokens, values.budgetSwarmCost),
  };
}

function toBudget(calls: number | undefined, tokens: number | undefined, cost: number | undefined): Budget {
  return defined({ calls, tokens, cost });
}

function toRunLimits(values: ConfigValues): NonNullable<StartOptions['runs']> {
  const { runMilliseconds: milliseconds, runTokens: tokens, runCost: cost } = values;
  return {
    turns: values.runTurns,
    repeats: values.runRepeats,
    resultBytes: values.runResultBytes,
    storedResultBytes: values.runStoredResultBytes,
    textBytes: values.runTextBytes,
    milliseconds,
    tokens,
    cost,
  };
}

const DAY_MS = 24 * 3_600_000;

/** For how long things are kept, in the terms of whoever deletes them. */
export function toRetention(values: ConfigValues): Retention {
  const { keepComplete, keepError, keepCancelled, keepPaused, keepSessions } = values;
  const days = { complete: keepComplete, error: keepError, cancelled: keepCancelled, paused: keepPaused };
  const given = Object.entries({ ...days, sessions: keepSessions }).filter(([, age]) => age !== undefined);
  return Object.fromEntries(given.map(([name, age]) => [name, age! * DAY_MS]));
}
