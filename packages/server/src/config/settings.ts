import { DEFAULT_CALL_BOUNDS, DEFAULT_LIMITS as DEFAULT_RUN_LIMITS } from '@posthouse/runtime';
import { DEFAULT_ORIGINS } from '../edge/cors.ts';
import { agentTables } from './agent-tables.ts';
import { DEFAULT_SERVER_LIMITS } from '../edge/server-limits.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../logging/logger.ts';
import { BUDGET_SETTINGS } from './budget-settings.ts';
import { CALL_SETTINGS } from './model-call-settings.ts';
import { CODE_SETTINGS } from './code-settings.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { choice, flag, freeText, number, origins, type SettingKind, text, texts, webURL } from './setting-kinds.ts';

/** How callers can be recognised; `auto` decides by what is there. */
export const AUTH_MODES = ['auto', 'tokens', 'external', 'development'] as const;

/** One thing that can be configured, and where. */
export type Setting<Value = unknown> = {
  /** Where it stands in the file. */
  key: string;
  /** Where it may also stand. */
  alias?: string;
  kind: SettingKind<Value>;
  environment?: string;
  /** The long name of its flag, without the dashes. */
  flag?: string;
  fallback?: Value;
  /** For the documentation; see docs/configuration.md. */
  about: string;
};

const seconds = number({ least: 0, whole: false });
const someSeconds = number({ least: 0.001, whole: false });

function setting<Value>(options: Setting<Value> & { fallback: Value }): Setting<Value> & { fallback: Value };
function setting<Value>(options: Setting<Value>): Setting<Value> & { fallback?: undefined };
function setting<Value>(options: Setting<Value>): Setting<Value> {
  return options;
}

/** Everything that can be configured. The first part is what MAIL's reference has in its `mail.toml`. */
export const SETTINGS = {
  port: setting({
    key: 'server.port',
    kind: number({ least: 0, most: 65_535 }),
    environment: 'MAIL_PORT',
    flag: 'port',
    fallback: 8000,
    about: 'Port to listen on; 0 picks a free one.',
  }),
  host: setting({
    key: 'server.host',
    kind: text,
    environment: 'MAIL_HOST',
    flag: 'host',
    fallback: '127.0.0.1',
    about: 'Address to listen on. In development mode it is always this machine.',
  }),
  reload: setting({
    key: 'server.reload',
    kind: flag,
    flag: 'reload',
    fallback: false,
    about: 'Restart when the swarm source changes.',
  }),
  debug: setting({
    key: 'server.debug',
    kind: flag,
    flag: 'debug',
    fallback: false,
    about: 'Enable the debugging routes.',
  }),
  swarmName: setting({
    key: 'server.swarm.name',
    kind: text,
    environment: 'SWARM_NAME',
    flag: 'swarm-name',
    about: 'The swarm for requests that name none; the first of the source unless given.',
  }),
  swarmSource: setting({
    key: 'server.swarm.source',
    kind: text,
    environment: 'SWARM_SOURCE',
    flag: 'swarm-source',
    fallback: 'swarms.json',
    about: 'File with the swarms: JSON, or a module that exports them.',
  }),
  swarmRegistry: setting({
    key: 'server.swarm.registry',
    alias: 'server.swarm.registry_file',
    kind: text,
    environment: 'SWARM_REGISTRY_FILE',
    flag: 'swarm-registry',
    about: 'Registry of peers, in the format of MAIL’s reference; read at start and kept up to date.',
  }),
  swarmDescription: setting({
    key: 'server.swarm.description',
    kind: freeText,
    about: 'Description for swarms that have none.',
  }),
  swarmKeywords: setting({
    key: 'server.swarm.keywords',
    kind: texts,
    about: 'Keywords for swarms that have none.',
  }),
  swarmPublic: setting({
    key: 'server.swarm.public',
    kind: flag,
    about: 'Accepted for compatibility with the reference; each swarm itself says whether it is public.',
  }),
  taskMessageLimit: setting({
    key: 'server.settings.task_message_limit',
    kind: number({ least: 1 }),
    environment: 'MAIL_TASK_MESSAGE_LIMIT',
    flag: 'task-message-limit',
    about: 'Messages that a run may send, for swarms without a limit of their own; no limit unless given.',
  }),
  ...BUDGET_SETTINGS,
  ...RUN_SETTINGS,
  runTurns: { ...RUN_SETTINGS.runTurns, fallback: DEFAULT_RUN_LIMITS.turns },
  runRepeats: { ...RUN_SETTINGS.runRepeats, fallback: DEFAULT_RUN_LIMITS.repeats },
  runResultBytes: { ...RUN_SETTINGS.runResultBytes, fallback: DEFAULT_RUN_LIMITS.resultBytes },
  runStoredResultBytes: { ...RUN_SETTINGS.runStoredResultBytes, fallback: DEFAULT_RUN_LIMITS.storedResultBytes },
  runTextBytes: { ...RUN_SETTINGS.runTextBytes, fallback: DEFAULT_RUN_LIMITS.textBytes },
  ...RETENTION_SETTINGS,
  callsAtOnce: { ...CALL_SETTINGS.callsAtOnce, fallback: DEFAULT_CALL_BOUNDS.atOnce },
  callsPerSwarm: { ...CALL_SETTINGS.callsPerSwarm, fallback: DEFAULT_CALL_BOUNDS.perSwarm },
  callsPerCaller: { ...CALL_SETTINGS.callsPerCaller, fallback: DEFAULT_CALL_BOUNDS.perCaller },
  callsPerModel: { ...CALL_SETTINGS.callsPerModel, fallback: DEFAULT_CALL_BOUNDS.perModel },
  callsWaiting: { ...CALL_SETTINGS.callsWaiting, fallback: DEFAULT_CALL_BOUNDS.waiting },
  callsWaitingPerCaller: { ...CALL_SETTINGS.callsWaitingPerCaller, fallback: DEFAULT_CALL_BOUNDS.waitingPerCaller },
  callPatienceSeconds: { ...CALL_SETTINGS.callPatienceSeconds, fallback: DEFAULT_CALL_BOUNDS.giveUpMs / 1000 },
  printLLMStreams: setting({
    key: 'server.settings.print_llm_streams',
    kind: flag,
    flag: 'print-llm-streams',
    fallback: false,
    about: 'Print what models write, as they write it, in the terminal of the server.',
  }),
  clientTimeout: setting({
    key: 'client.timeout',
    kind: someSeconds,
    flag: 'timeout',
    fallback: 3600,
    about: 'Seconds that the client waits for an answer.',
  }),
  clientVerbose: setting({
    key: 'client.verbose',
    kind: flag,
    flag: 'verbose',
    fallback: false,
    about: 'Show raw JSON in the client.',
  }),

  databaseURL: setting({
    key: 'server.database_url',
    kind: text,
    environment: 'DATABASE_URL',
    flag: 'database-url',
    fallback: 'sqlite:posthouse.db',
    about: 'Where everything is stored: `sqlite:file`, `sqlite::memory:`, `postgres://…` or `none`.',
  }),
  publicURL: setting({
    key: 'server.public_url',
    kind: webURL,
    environment: 'MAIL_PUBLIC_URL',
    flag: 'public-url',
    about: 'The URL at which others reach this server, if it is not the address it listens on.',
  }),
  ...CODE_SETTINGS,
  allowPrivateNetworks: setting({
    key: 'server.peers.allow_private_networks',
    kind: flag,
    environment: 'MAIL_ALLOW_PRIVATE_NETWORKS',
    about:
      'Whether peers may be in private networks and on this machine; unless given, in development mode only on this machine.',
  }),
  peerDiscovery: setting({
    key: 'server.peers.discovery',
    kind: texts,
    environment: 'MAIL_DISCOVERY',
    about: 'Hosts and origins whose registries may be asked for swarms; none unless given.',
  }),
  signingKeyFile: setting({
    key: 'server.peers.signing_key_file',
    kind: text,
    environment: 'MAIL_SIGNING_KEY_FILE',
    about: 'File with the key that signs messages to peers; beside the database file unless given.',
  }),
  peerRequestsPerSecond: setting({
    key: 'server.peers.requests_per_second',
    kind: number({ least: 0.1, whole: false }),
    fallback: 50,
    about: 'Requests that each peer may send per second; more are answered later.',
  }),
  peerBurst: setting({
    key: 'server.peers.burst',
    kind: number({ least: 1 }),
    fallback: 200,
    about: 'Requests that a peer may send at once.',
  }),
  letterBytes: setting({
    key: 'server.peers.letter_bytes',
    kind: number({ least: 1024 }),
    fallback: 1024 * 1024,
    about: 'Largest message from a peer; larger ones get 413.',
  }),
  signatureSeconds: setting({
    key: 'server.peers.signature_seconds',
    kind: someSeconds,
    fallback: 300,
    about: 'How long a signature is valid, and how far the clocks of peers may differ.',
  }),
  peerTimeoutSeconds: setting({
    key: 'server.peers.timeout_seconds',
    kind: someSeconds,
    fallback: 30,
    about: 'How long a peer may take to accept a message before it is sent again.',
  }),
  peerGiveUpSeconds: setting({
    key: 'server.peers.give_up_seconds',
    kind: someSeconds,
    environment: 'MAIL_GIVE_UP_SECONDS',
    fallback: 3600,
    about: 'How long to retry a message that cannot be delivered before its sender is told.',
  }),
  peerHops: setting({
    key: 'server.peers.hops',
    kind: number({ least: 1 }),
    fallback: 8,
    about: 'How many swarms a task may pass through, so that swarms do not write in circles.',
  }),
  peerHealthSeconds: setting({
    key: 'server.peers.health_seconds',
    kind: someSeconds,
    fallback: 30,
    about: 'How often the health of each peer is checked; less and less often while it does not answer.',
  }),
  drainSeconds: setting({
    key: 'server.drain_seconds',
    kind: seconds,
    environment: 'MAIL_DRAIN_SECONDS',
    flag: 'drain-seconds',
    fallback: 10,
    about: 'How long running work may take after SIGTERM.',
  }),
  openBrowser: setting({
    key: 'server.open_browser',
    kind: flag,
    flag: 'open',
    fallback: false,
    about: 'Open the server in a browser when it is up.',
  }),

  authMode: setting({
    key: 'server.auth.mode',
    kind: choice(AUTH_MODES),
    environment: 'MAIL_AUTH_MODE',
    flag: 'auth',
    fallback: 'auto',
    about: 'How callers are authenticated: `tokens`, `external`, `development`, or `auto`; see docs/security.md.',
  }),
  authEndpoint: setting({
    key: 'server.auth.auth_endpoint',
    kind: webURL,
    environment: 'AUTH_ENDPOINT',
    about: 'Service that exchanges an API key for a token.',
  }),
  tokenInfoEndpoint: setting({
    key: 'server.auth.token_info_endpoint',
    kind: webURL,
    environment: 'TOKEN_INFO_ENDPOINT',
    about: 'Service that says whose a token is.',
  }),
  authCacheSeconds: setting({
    key: 'server.auth.cache_seconds',
    kind: seconds,
    fallback: 60,
    about: 'How long an answer of the services is cached.',
  }),
  authNegativeCacheSeconds: setting({
    key: 'server.auth.negative_cache_seconds',
    kind: seconds,
    fallback: 5,
    about: 'How long a refusal of the services is cached.',
  }),
  authTimeoutSeconds: setting({
    key: 'server.auth.timeout_seconds',
    kind: someSeconds,
    fallback: 5,
    about: 'How long the services may take before the request gets 503.',
  }),

  corsOrigins: setting({
    key: 'server.cors.origins',
    kind: origins,
    environment: 'MAIL_CORS_ORIGINS',
    flag: 'cors-origin',
    fallback: [...DEFAULT_ORIGINS],
    about: 'Origins whose pages may call the server; in the environment separated by commas.',
  }),
  bodyBytes: setting({
    key: 'server.limits.body_bytes',
    kind: number({ least: 1 }),
    environment: 'MAIL_BODY_BYTES',
    fallback: DEFAULT_SERVER_LIMITS.bodyBytes,
    about: 'Largest request body; larger ones get 413.',
  }),
  headerBytes: setting({
    key: 'server.limits.header_bytes',
    kind: number({ least: 1024 }),
    fallback: DEFAULT_SERVER_LIMITS.headerBytes,
    about: 'Largest headers of a request; larger ones get 431.',
  }),
  headersSeconds: setting({
    key: 'server.limits.headers_seconds',
    kind: someSeconds,
    fallback: DEFAULT_SERVER_LIMITS.headersMs / 1000,
    about: 'How long a request may take to send its headers before it gets 408.',
  }),
  requestSeconds: setting({
    key: 'server.limits.request_seconds',
    kind: someSeconds,
    fallback: DEFAULT_SERVER_LIMITS.requestMs / 1000,
    about:
      'How long a request may take to arrive completely before it gets 408. The time of its answer is not limited by this.',
  }),
  keepAliveSeconds: setting({
    key: 'server.limits.keep_alive_seconds',
    kind: seconds,
    fallback: DEFAULT_SERVER_LIMITS.keepAliveMs / 1000,
    about: 'How long a connection without requests stays open.',
  }),
  requestsPerSecond: setting({
    key: 'server.limits.requests_per_second',
    kind: number({ least: 0, whole: false }),
    environment: 'MAIL_REQUESTS_PER_SECOND',
    fallback: 0,
    about:
      'Requests that each caller may make per second; more get 429. 0 means no limit. Peers have a rate of their own.',
  }),
  requestBurst: setting({
    key: 'server.limits.burst',
    kind: number({ least: 1 }),
    about: 'Requests that a caller may make at once; twice the rate unless given.',
  }),
  tlsCertFile: setting({
    key: 'server.tls.cert_file',
    kind: text,
    environment: 'MAIL_TLS_CERT_FILE',
    flag: 'tls-cert',
    about: 'Certificate chain, as PEM. With it the server speaks HTTPS.',
  }),
  tlsKeyFile: setting({
    key: 'server.tls.key_file',
    kind: text,
    environment: 'MAIL_TLS_KEY_FILE',
    flag: 'tls-key',
    about: 'Private key of the certificate, as PEM.',
  }),

  chatAgent: setting({
    key: 'chat.agent',
    kind: text,
    environment: 'AGENT',
    about: 'The agent for chat sessions that name none; the default swarm unless given.',
  }),
  chatAgents: setting({
    key: 'chat.agents',
    kind: agentTables,
    environment: 'MAIL_CHAT_AGENTS',
    about:
      'Agents that chat sessions may name, with a table for each; in the environment, their names separated by commas.',
  }),
  chatFolders: setting({
    key: 'chat.folders',
    kind: texts,
    environment: 'MAIL_CHAT_FOLDERS',
    about: 'Folders that agents may work in, the default one first; the current folder unless given.',
  }),
  chatAbortOnDisconnect: setting({
    key: 'chat.abort_on_disconnect',
    kind: flag,
    environment: 'MAIL_CHAT_ABORT_ON_DISCONNECT',
    fallback: false,
    about: 'Stop an agent when the connection that brought its message is closed. Reloading a page closes it, too.',
  }),

  traceContent: setting({
    key: 'traces.content',
    kind: flag,
    environment: 'MAIL_TRACE_CONTENT',
    fallback: false,
    about: 'Record content in OpenTelemetry spans: prompts, answers, and the input and output of actions.',
  }),

  logLevel: setting<LogLevel>({
    key: 'log.level',
    kind: choice(LOG_LEVELS),
    environment: 'MAIL_LOG_LEVEL',
    flag: 'log-level',
    fallback: 'info',
    about: 'How much is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  }),
  logFormat: setting<LogFormat>({
    key: 'log.format',
    kind: choice(LOG_FORMATS),
    environment: 'MAIL_LOG_FORMAT',
    flag: 'log-format',
    fallback: 'pretty',
    about: '`pretty` for people, `json` for machines.',
  }),
  logFolder: setting({
    key: 'log.folder',
    kind: text,
    environment: 'MAIL_LOG_FOLDER',
    flag: 'log-folder',
    about: 'Folder for one log file per day, in addition to standard error.',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<Entry> = Entry extends { kind: SettingKind<infer Value>; fallback?: infer Fallback }
  ? undefined extends Fallback
    ? Value | undefined
    : Value
  : never;

/** The values of all settings; undefined where there is neither a value nor a default. */
export type ConfigValues = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };
