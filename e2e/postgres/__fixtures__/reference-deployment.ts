import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  completion,
  ReferenceDatabase,
  userMessage,
} from '../../../packages/store/src/postgres/__fixtures__/reference-database.ts';
import type { PostgresServer } from '../../../packages/store/src/postgres/__fixtures__/start-postgres.ts';
import { runCommand } from '../../../scripts/process/run-command.ts';
import { repositoryRoot } from '../../../scripts/workspace/read-workspace.ts';

/** The task that the old server has worked on. */
export const TASK = '0d2a1f0e-53a4-4a5e-9f39-0d5f3b0f6a11';
const CALLER = { swarm: 'demo', role: 'user', id: 'u-1' };

const SWARMS = [
  {
    name: 'demo',
    version: '1.3.0',
    entrypoint: 'supervisor',
    description: 'Looks after ships.',
    agents: [
      {
        name: 'supervisor',
        factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
        comm_targets: ['clerk'],
        enable_entrypoint: true,
        enable_interswarm: true,
        can_complete_tasks: true,
        actions: ['tide'],
        agent_params: { llm: 'openai/gpt-5-mini', system: 'python::harbour.prompts:SUPERVISOR' },
      },
      {
        name: 'clerk',
        factory: 'python::mail.factories.base:LiteLLMAgentFunction',
        comm_targets: ['supervisor'],
        agent_params: { llm: 'openai/gpt-5-mini', system: 'You write.' },
      },
    ],
    actions: [
      {
        name: 'tide',
        description: 'The tide in a port.',
        parameters: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
        function: 'python::harbour.actions:tide',
      },
    ],
  },
];
const toConfig = (port: number): string => `[server]
port = ${port}
host = "0.0.0.0"

[server.swarm]
name = "demo"
source = "swarms.json"
registry = "registries/harbour.json"

[server.settings]
task_message_limit = 15
print_llm_streams = false

[client]
timeout = 3600.0
`;
const PEER = {
  swarm_name: 'sea',
  base_url: 'http://127.0.0.1:9',
  version: '1.3',
  health_check_url: 'http://127.0.0.1:9/health',
  auth_token_ref: '${SWARM_AUTH_TOKEN_SEA}',
  last_seen: '2026-01-01T10:00:00.000000+00:00',
  latency: null,
  swarm_description: 'The sea.',
  keywords: [],
  public: true,
  is_active: true,
  metadata: null,
  volatile: false,
};

/** The folder of a deployment, as somebody has it who ran the reference there. */
export async function makeFolder(port: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-moving-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['registries', 'harbour']) await mkdir(join(folder, name));
  const registry = {
    local_swarm_name: 'demo',
    local_base_url: 'http://127.0.0.1:8000',
    local_swarm_description: 'Looks after ships.',
    local_swarm_keywords: [],
    local_swarm_public: false,
    endpoints: { sea: PEER },
  };
  const files = {
    'mail.toml': toConfig(port),
    'swarms.json': JSON.stringify(SWARMS),
    'registries/harbour.json': JSON.stringify(registry),
    'harbour/__init__.py': '',
    'harbour/prompts.py': 'SUPERVISOR = "You are the harbour master."\n',
    'harbour/actions.py': 'async def tide(args):\n    return f"high tide in {args[\'port\']}"\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // What `npm install` would put there.
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  await runCommand('python3', ['-m', 'venv', '--without-pip', '.venv'], { directory: folder });
  return folder;
}

/** What a reference server has left in its database: one task, complete, with what its agent remembers. */
export async function fillDatabase(server: PostgresServer): Promise<string> {
  const database = await server.newDatabase();
  const old = new ReferenceDatabase(server, database);
  await old.makeTables();
  await old.addTask(TASK, { ...CALLER, title: 'Ships' });
  await old.addMessage(TASK, userMessage(TASK, 'How many ships?'), CALLER);
  await old.addMessage(TASK, completion(TASK, 'Seven.'), CALLER);
  await old.addResponse(TASK, completion(TASK, 'Seven.'), CALLER);
  await old.addHistory(
    TASK,
    'supervisor',
    [
      { role: 'user', content: 'How many ships?' },
      { role: 'assistant', content: 'Seven.' },
    ],
    CALLER,
  );
  return server.url(database);
}

/** The two services of a deployment that know its callers. */
export async function startAuth(): Promise<string> {
  const people: Record<string, object> = {
    'key-of-ada': { role: 'user', id: 'u-1', api_key: 'key-of-ada' },
    'key-of-root': { role: 'admin', id: 'root', api_key: 'key-of-root' },
  };
  const service = createServer(({ url, headers }: IncomingMessage, response: ServerResponse) => {
    const word = headers.authorization?.replace('Bearer ', '').replace('token:', '') ?? '';
    const person = people[word];
    response.writeHead(person === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(person === undefined ? {} : url === '/login' ? { token: `token:${word}` } : person));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}
