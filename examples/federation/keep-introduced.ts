import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@posthouse/client';
import type { RunningServer } from '@posthouse/server';

const PAUSE_MS = 250;

/** What a server in development writes down for whoever is on the same machine. */
type Note = { url: string; pid: number; tokens: { agent: string; admin: string } };

export type IntroductionOptions = {
  server: RunningServer;
  /** The name of our swarm, and of the other one. */
  own: string;
  other: string;
  /** Where the other server leaves its note. */
  folder: string;
  /** Called each time the two have been introduced: at first, and when the other one was started again. */
  onMet: () => void;
};

/**
 * Introduces two servers on one machine to each other as soon as both are there, in whichever order they start. Between
 * machines, people do this: one runs `posthouse invite`, the other `posthouse swarms register` with the link.
 */
export async function keepIntroduced(options: IntroductionOptions): Promise<never> {
  let known: number | undefined;
  for (;;) {
    const note = await readNote(options.folder);
    // Started again, it may be somewhere else.
    if (note !== undefined && note.pid !== known && (await introduce(note, options))) {
      known = note.pid;
      options.onMet();
    }
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

/** Each of them gets to know where the other one is, and a token that opens its doors. */
async function introduce({ url, tokens }: Note, { server, own, other }: IntroductionOptions): Promise<boolean> {
  try {
    const { registry } = server.served.federation;
    await registry.register({ name: other, baseURL: url, authToken: tokens.agent });
    const there = createClient({ baseURL: url, token: tokens.admin });
    await there.registerSwarm({ name: own, baseURL: server.url, authToken: server.tokens!.agent });
    return true;
  } catch {
    // The note is of a server that was killed, or is not up yet.
    return false;
  }
}

async function readNote(folder: string): Promise<Note | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'dev.json'), 'utf8')) as Note;
  } catch {
    return undefined;
  }
}
