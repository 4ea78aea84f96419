import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONObject, JSONValue } from '@posthouse/protocol';
import type { SwarmDefinition } from '../../definitions/swarm-definition.ts';
import { parseSwarmsJSON } from '../../swarms-json/parse-swarms-json.ts';
import { PythonBridge, type PythonBridgeOptions } from '../python-bridge.ts';
import type { PythonEvent } from '../python-event.ts';

/** A swarm of MAIL's reference with its code in Python, and what the reference did with it; not part of the repository. */
const FOLDER = process.env.PYTHON_SWARM;

/** Whether the swarm is there, and a Python that has what its code imports. */
export const HAS_HARBORCO =
  FOLDER !== undefined && spawnSync('python3', ['-c', 'import pydantic'], { stdio: 'ignore' }).status === 0;

export type ExpectedCall = {
  action: string;
  args: JSONObject;
  status: 'success' | 'error';
  tool_result: string | { length: number; starts: string };
  binding: 'exact' | 'status' | 'decide' | 'reference';
};

export type ExpectedMail = {
  case: string;
  body: string;
  final: { subject: string; body: string };
  tool_calls: {
    tool_name: string;
    tool_args: JSONValue;
    tool_call_id: string;
    preamble?: string;
    reasoning?: string;
  }[];
  histories?: Record<string, JSONObject[]>;
  binding: ExpectedCall['binding'];
};

type Expected = {
  calls: ExpectedCall[];
  mails: ExpectedMail[];
  load: {
    actions: Record<string, { description: string; parameters: JSONObject }>;
    tool_given_to_the_factory: { completions: JSONObject; responses: JSONObject };
    refused: { change: string; when: string; error: string }[];
  };
};

const read = (file: string): JSONValue =>
  FOLDER === undefined ? {} : (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as JSONValue);

export const expected = read('expected.json') as unknown as Expected;
export const swarms = read('swarms.json') as JSONObject[];

export function openHarborco(options: PythonBridgeOptions = {}): PythonBridge & { events: PythonEvent[] } {
  const events: PythonEvent[] = [];
  const bridge = new PythonBridge({
    python: 'python3',
    folders: [FOLDER!, join(import.meta.dirname, 'stand-in')],
    onEvent: (event) => events.push(event),
    ...options,
    environment: { PYTHONDONTWRITEBYTECODE: '1', SWARM_NAME: 'harborco', ...options.environment },
  });
  return Object.assign(bridge, { events });
}

/** The swarm as it is served. An action that is announced prints its name when it begins. */
export async function loadHarborco(
  python: PythonBridge,
  { announced = '' }: { announced?: string | undefined } = {},
): Promise<SwarmDefinition> {
  const file = JSON.stringify(swarms).replace(`harborco.actions:${announced}"`, `announced:${announced}"`);
  const [harborco] = await parseSwarmsJSON(JSON.parse(file) as JSONObject[], { python, names: ['harborco'] });
  return harborco!;
}
