import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('chat-program.ts', import.meta.url));

export type ChatProgram = AsyncDisposable & {
  url: string;
  port: number;
  api: string;
  token: string;
  /** Ends it without a warning. */
  kill(): Promise<void>;
};

export async function startChatProgram(options: {
  database: string;
  llm: string;
  port?: number;
}): Promise<ChatProgram> {
  const words = ['--database', options.database, '--port', String(options.port ?? 0)];
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      OPENAI_COMPATIBLE_BASE_URL: `${options.llm}/v1`,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('\n')) resolve(text);
    });
    void ended.then(() => reject(new Error('the program ended before it listened')));
  });
  const { url, port } = JSON.parse(line) as { url: string; port: number };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, port, api: `${url}/chat`, token: 'alice', kill, [Symbol.asyncDispose]: kill };
}
