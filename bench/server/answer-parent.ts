import type { Usage } from './child.ts';

type Abilities = Record<string, (argument: never) => unknown>;

/** Makes a process do what its parent asks for, until the parent is gone. */
export function answerParent(abilities: Abilities, leave: () => Promise<void>): void {
  const all: Abilities = { ...abilities, usage: readUsage };
  process.on('message', (message: { id: number; name: string; argument: never }) => {
    void Promise.resolve()
      .then(() => all[message.name]!(message.argument))
      .then(
        (value) => process.send!({ id: message.id, value }),
        (error: unknown) => process.send!({ id: message.id, error: String(error) }),
      );
  });
  process.on('disconnect', () => void leave().finally(() => process.exit()));
}

function readUsage(): Usage {
  const cpuMicroseconds = readCPU();
  globalThis.gc?.();
  return { cpuMicroseconds, gcMicroseconds: readCPU() - cpuMicroseconds, rssBytes: process.memoryUsage.rss() };
}

function readCPU(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
