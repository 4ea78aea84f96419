import type { Child, Usage } from '../server/child.ts';
import type { Address } from '../server/throughput.ts';
import { ask } from './ask.ts';
import { openChat, readUntil } from './open-chat.ts';

/** `cpu` is what the server works for one resume, in milliseconds; a busy machine does not falsify it. */
export type ResumeTimes = { resume: number[]; cpu: number; messages: number[]; kilobytes: number };

/**
 * Milliseconds until somebody who comes back to a long run has all of it: as a stream while it is open, and as messages
 * once it is over.
 */
export async function resumeTimes(
  server: Child,
  address: Address,
  { entries, rounds }: { entries: number; rounds: number },
): Promise<ResumeTimes> {
  const { chatId, taskId } = await openChat(address);
  await server.ask('append', { taskId, entries, burst: 500 });
  const last = `${entries - 1} xxx`;
  const times: ResumeTimes = { resume: [], cpu: 0, messages: [], kilobytes: 0 };
  const before = await server.ask<Usage>('usage');
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const text = await readUntil(address, chatId, last);
    times.resume.push(performance.now() - start);
    times.kilobytes = Math.round(text.length / 1024);
  }
  const after = await server.ask<Usage>('usage');
  times.cpu = (after.cpuMicroseconds - before.cpuMicroseconds - before.gcMicroseconds) / 1_000 / rounds;
  await ask(address, `/${chatId}/stop`, 'POST');
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const text = await ask(address, `/${chatId}/messages`, 'GET');
    times.messages.push(performance.now() - start);
    if (!text.includes(last)) throw new Error(`not all is in the messages: ${text.slice(0, 1_000)}`);
  }
  return times;
}
