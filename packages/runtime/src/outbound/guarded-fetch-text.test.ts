import { describe, expect, test } from 'vitest';
import { parseSwarmsJSON } from '../swarms-json/parse-swarms-json.ts';
import { localServer } from './__fixtures__/local-server.ts';
import { guardedFetchText } from './guarded-fetch-text.ts';

const open = { allowPrivateNetworks: true } as const;

function swarmWithPrompt(url: string) {
  const agent = { name: 'boss', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
  const params = { llm: 'openai/gpt-5-mini', system: `url::${url}` };
  return [
    { name: 'demo', version: '1.0.0', entrypoint: 'boss', agents: [{ ...agent, agent_params: params }], actions: [] },
  ];
}

describe('a prompt from the network', () => {
  test('a prompt from the network is loaded when network references are on', async () => {
    await using server = await localServer((_request, response) => void response.end('"You lead."'));
    const [definition] = await parseSwarmsJSON(swarmWithPrompt(`${server.origin}/prompt`), {
      fetchText: guardedFetchText(open),
    });
    expect(definition!.agents[0]!.system).toContain('You lead.');
  });

  test('a prompt from the network is a load error when network references are off', async () => {
    await expect(parseSwarmsJSON(swarmWithPrompt('https://example.com/prompt'))).rejects.toMatchObject({
      code: 'invalid_swarm',
    });
  });

  test('a prompt is refused from addresses that data may not reach', async () => {
    await using server = await localServer((_request, response) => void response.end('secret'));
    await expect(guardedFetchText()(`${server.origin}/`)).rejects.toMatchObject({ code: 'url_refused' });
    await expect(
      parseSwarmsJSON(swarmWithPrompt(`${server.origin}/`), { fetchText: guardedFetchText() }),
    ).rejects.toMatchObject({ code: 'invalid_swarm' });
    expect(server.requests).toEqual([]);
  });

  test('a prompt is not taken from an error page', async () => {
    await using server = await localServer((_request, response) => void response.writeHead(404).end('not here'));
    await expect(guardedFetchText(open)(`${server.origin}/`)).rejects.toThrow('status 404');
  });
});
