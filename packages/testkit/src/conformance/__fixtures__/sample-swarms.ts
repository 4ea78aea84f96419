import type { SampleState } from './sample-state.ts';
import { failed, ok, type SampleAnswer } from './sample-answer.ts';

/** The registry and the loader. Registering asks the swarm, so the answer may take a while. */
export function answerSwarms(route: string, body: Record<string, unknown>, state: SampleState): SampleAnswer {
  switch (route) {
    case 'GET /swarms/dump':
      return ok({ status: 'dumped', swarm_name: state.swarm });
    case 'POST /swarms/load':
      return load(body.json, state);
    default:
      return body.name === undefined || body.base_url === undefined
        ? failed(400, 'name and base_url are required')
        : { status: 200, json: { register: body } };
  }
}

/** The second half of `POST /swarms`: asks the swarm who it is. */
export async function register(body: Record<string, unknown>, state: SampleState): Promise<SampleAnswer> {
  try {
    const response = await fetch(String(body.base_url));
    const { protocol_version: version, swarm } = (await response.json()) as {
      protocol_version: string;
      swarm: { description: string; keywords: string[]; public: boolean };
    };
    const entry = {
      swarm_name: body.name,
      base_url: body.base_url,
      version,
      last_seen: new Date().toISOString(),
      is_active: true,
      latency: null,
      swarm_description: swarm.description,
      keywords: swarm.keywords,
      metadata: null,
    };
    state.entries.push({ entry, public: swarm.public });
    return ok({ status: 'registered', swarm_name: body.name });
  } catch (error) {
    return failed(500, `error registering swarm: 'failed to get remote swarm info: ${String(error)}'`);
  }
}

function load(json: unknown, state: SampleState): SampleAnswer {
  try {
    const { name, agents } = JSON.parse(String(json)) as { name: string; agents: { name: string }[] };
    const names = agents.map((agent) => agent.name);
    if (new Set(names).size < names.length) throw new Error('duplicate agent name');
    if (names.includes('all')) throw new Error('no agent may be called all');
    state.loaded = name;
    return ok({ status: 'success', swarm_name: name });
  } catch (error) {
    return failed(500, `error loading swarm from JSON: ${String(error)}`);
  }
}
