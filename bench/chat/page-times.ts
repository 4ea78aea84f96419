import type { Address } from '../server/throughput.ts';
import { ask } from './ask.ts';

/** How long a conversation was, and the milliseconds until its newest messages were there. */
export type PageTimes = { questions: number; times: number[] };

/** Opens a conversation that grows: the newest 50 messages, after so many questions have been answered. */
export async function pageTimes(
  address: Address,
  { lengths, rounds }: { lengths: readonly number[]; rounds: number },
): Promise<PageTimes[]> {
  const sessionId = crypto.randomUUID();
  let asked = 0;
  const measured: PageTimes[] = [];
  for (const questions of lengths) {
    for (; asked < questions; asked += 1) await ask(address, '', 'POST', { sessionId, message: 'go', swarm: 'quick' });
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const page = JSON.parse(await ask(address, `/${sessionId}/messages?limit=50`, 'GET')) as { messages: object[] };
      times.push(performance.now() - start);
      if (page.messages.length !== 50) throw new Error(`a page of ${page.messages.length} messages`);
    }
    measured.push({ questions, times });
  }
  return measured;
}
