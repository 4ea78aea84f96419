import { agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { Stage } from './__fixtures__/stage.ts';
import { startAuthServices } from './auth/__fixtures__/auth-services.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

afterEach(() => vi.unstubAllEnvs());

/** A proxy that lets its one agent finish at once, however often it is asked. */
async function startProxy(): Promise<ScriptedLLM> {
  const llm = await startScriptedLLM({
    script: () => ({ toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }] }),
  });
  vi.stubEnv('LITELLM_PROXY_API_BASE', `${llm.url}/v1`);
  return llm;
}

const boss = agent({
  name: 'boss',
  model: 'openai/gpt-5',
  useProxy: true,
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
});
const team = swarm({ name: 'team', version: '1.0.0', entrypoint: 'boss', agents: [boss] });

const bearersOf = ({ requests }: ScriptedLLM) => requests.map(({ headers }) => headers.authorization);

test('a proxy gets the token of the caller whose run asks it, each in turn and side by side', async () => {
  await using llm = await startProxy();
  await using stage = await Stage.open({ swarms: [team.definition] });
  await stage.post('hello', { as: 'alice' });
  await stage.post('hello', { as: 'bob' });
  expect(bearersOf(llm)).toEqual(['Bearer alice', 'Bearer bob']);
  await Promise.all(['root', 'bob', 'alice'].map((as) => stage.post('again', { as })));
  expect(bearersOf(llm).slice(2).toSorted()).toEqual(['Bearer alice', 'Bearer bob', 'Bearer root']);
});

test('a process that has not seen the caller yet asks the proxy with the key of the server', async () => {
  await using llm = await startProxy();
  vi.stubEnv('LITELLM_PROXY_API_KEY', 'shared');
  await using store = await openStore('sqlite::memory:');
  {
    await using before = await Stage.open({ store, swarms: [team.definition], node: 'one' });
    await before.post({ body: 'hello', task_id: 'task' });
  }
  await using after = await Stage.open({ store, swarms: [team.definition], node: 'two' });
  await after.served.instanceOf({ role: 'user', id: 'alice' }).postMessage({ taskId: 'task', body: 'and then?' });
  await after.post({ body: 'and now?', task_id: 'task' });
  expect(bearersOf(llm)).toEqual(['Bearer alice', 'Bearer shared', 'Bearer alice']);
});

test('a function is told the token of its caller, and that it is not known after a restart', async () => {
  const told: (string | undefined)[] = [];
  const run: AgentFunction = ({ userToken }) => {
    told.push(userToken);
    return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
  };
  const { definition } = swarm({ ...team.definition, agents: [agent({ ...boss, model: undefined, run })] });
  await using store = await openStore('sqlite::memory:');
  {
    // What proxies are told has nothing to do with it.
    await using before = await Stage.open({ store, swarms: [definition], proxyWithCallerTokens: false });
    await before.post({ body: 'hello', task_id: 'task' });
  }
  await using after = await Stage.open({ store, swarms: [definition] });
  await after.served.instanceOf({ role: 'user', id: 'alice' }).postMessage({ taskId: 'task', body: 'and then?' });
  expect(told).toEqual(['alice', undefined]);
});

test('a token of an identity service is preferred to the key of the server, one of our own is not', async () => {
  await using llm = await startProxy();
  vi.stubEnv('LITELLM_PROXY_API_KEY', 'shared');
  await using services = await startAuthServices();
  const options = { databaseURL: 'sqlite::memory:', port: 0, host: '127.0.0.1', logger: quiet, handleSignals: false };
  const ask = (url: string, token: string) =>
    fetch(`${url}/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{"body":"hello"}',
    });
  {
    await using server = await startServer(team, { ...options, auth: services });
    expect((await ask(server.url, 'key-alice')).status).toBe(200);
  }
  {
    await using server = await startServer(team, { ...options, auth: 'development' });
    expect((await ask(server.url, server.tokens!.user)).status).toBe(200);
    vi.stubEnv('LITELLM_PROXY_API_KEY', '');
  }
  await using server = await startServer(team, { ...options, auth: 'development' });
  expect((await ask(server.url, server.tokens!.user)).status).toBe(200);
  expect(bearersOf(llm)).toEqual(['Bearer key-alice', 'Bearer shared', `Bearer ${server.tokens!.user}`]);
});
