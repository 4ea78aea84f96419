import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toAgentFile } from '../../../apps/jobs/src/chat/__fixtures__/agent-file.ts';
import { loadDemo } from '../../../apps/jobs/src/demo/load-demo.ts';
import { type RunningApp, serve } from '../../../apps/jobs/src/serve.ts';
import { buildServedPage } from '../../browser/__fixtures__/build-served-page.ts';

/** A token that needs no pairing. */
export const TOKEN = 'e'.repeat(64);

export type OpenOptions = {
  /** Whether to leave out the invented postings and the resume. */
  empty?: boolean;
  /** The address of a scripted model; without one the assistant answers offline, by rules. */
  llm?: string;
  /** Where the data lies; a folder of its own, which goes with the app, unless given. */
  dataDir?: string;
  /** A free one unless given. */
  port?: number;
};

/** The real app with its page, listening on this machine. */
export type OpenApp = RunningApp & {
  dataDir: string;
  /** The address of a view that needs no pairing: `app.at('jobs/12')`. */
  at: (place?: string) => string;
  /** Asks the API. */
  ask: (path: string, options?: { method?: string; body?: unknown }) => Promise<unknown>;
};

/** Builds the page, unless that has been done, and starts the app with demonstration data on a folder of its own. */
export async function openApp(options: OpenOptions = {}): Promise<OpenApp> {
  const { empty = false, llm, dataDir = mkdtempSync(join(tmpdir(), 'posthouse-jobs-page-')), port = 0 } = options;
  await buildServedPage('jobs');
  const file = join(dataDir, 'agents', 'jobs', 'agent.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(toAgentFile(llm)));
  // Keys of whoever runs the tests must not make the assistant ask anybody.
  const app = await serve({ dataDir, host: '127.0.0.1', port, token: TOKEN }, { PATH: process.env.PATH });
  if (!empty) loadDemo({ ...app.services, ownerId: app.ownerId });
  const ask: OpenApp['ask'] = async (path, { method, body } = {}) => {
    const answer = await fetch(`${app.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  return {
    ...app,
    dataDir,
    ask,
    at: (place = 'chat') => `${app.url}/#/${place}${place.includes('?') ? '&' : '?'}token=${TOKEN}`,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
