import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { startProgram } from '../../../apps/jobs/src/__fixtures__/start-program.ts';
import { toAgentFile } from '../../../apps/jobs/src/chat/__fixtures__/agent-file.ts';
import { buildServedPage } from '../../browser/__fixtures__/build-served-page.ts';
import { TOKEN } from './open-app.ts';

/** The app in a process of its own, which can be killed. */
export type LoneApp = AsyncDisposable & {
  url: string;
  port: number;
  /** The code and the address with it, as the program prints them. */
  code: string;
  /** The address of a view that needs no pairing. */
  at: (place: string) => string;
  /** Ends it without asking. */
  kill: () => Promise<void>;
};

/** A port that is free, and that nobody gets by accident while the app is away: it is below those that systems give out. */
async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => {
      server.close(resolve);
    });
    return port;
  }
}

/** Starts the app as people do, on a data folder, with the address of a scripted model. */
export async function serveAlone(
  dataDir: string,
  { llm, port }: { llm?: string; port?: number } = {},
): Promise<LoneApp> {
  await buildServedPage('jobs');
  const file = join(dataDir, 'agents', 'jobs', 'agent.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(toAgentFile(llm)));
  const program = await startProgram(['--port', String(port ?? (await findQuietPort())), '--data-dir', dataDir], {
    EVE_TOKEN: TOKEN,
    // Keys of whoever runs the tests must not make the assistant ask anybody.
    ANTHROPIC_API_KEY: '',
    OPENAI_API_KEY: '',
  });
  return {
    url: program.url,
    port: Number(new URL(program.url).port),
    code: program.code,
    at: (place) => `${program.url}/#/${place}?token=${TOKEN}`,
    kill: program.kill,
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  };
}
