import { Child } from '../server/child.ts';
import { cpuOf, cpuWithReaders, READERS } from '../server/cpu-with-readers.ts';
import type { Address } from '../server/throughput.ts';
import { openChat, readUntil } from './open-chat.ts';

const CHUNKS = 300;
const ROUNDS = 5;

export type CPUPerChunk = { ours: number; bare: number; aiSDK: number; appending: number };

/**
 * CPU microseconds per chunk and reader, so many chunks in a tick: ours, of bare `node:http`, of the AI SDK's own helper,
 * and of writing the log alone. Medians of rounds.
 */
export async function cpuPerChunk(server: Child, address: Address, burst: number): Promise<CPUPerChunk> {
  await using bare = new Child('../chat/prepared-sse.ts');
  await using aiSDK = new Child('../chat/ai-sdk-sse.ts');
  const bareAddress = await bare.ask<Address>('address');
  const aiSDKAddress = await aiSDK.ask<Address>('address');
  const chunk = await sampleChunk(server, address);
  const others = { chunk, chunks: CHUNKS, burst };
  const spent = { ours: [] as number[], bare: [] as number[], aiSDK: [] as number[], appending: [] as number[] };
  // Turn about, so that whatever else the machine does meets all of them.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { chatId, taskId } = await openChat(address);
    const append = (): Promise<void> => server.ask('append', { taskId, entries: CHUNKS, burst });
    spent.ours.push(await cpuWithReaders(server, address, `/chat/${chatId}/stream`, append));
    spent.appending.push(await cpuOf(server, append));
    spent.bare.push(await cpuWithReaders(bare, bareAddress, '/', () => bare.ask('send', others)));
    spent.aiSDK.push(await cpuWithReaders(aiSDK, aiSDKAddress, '/', () => aiSDK.ask('send', others)));
  }
  const middle = (values: number[]): number => {
    // The first round warms up.
    const measured = values.slice(1).toSorted((left, right) => left - right);
    return measured[Math.floor(measured.length / 2)]! / (READERS * CHUNKS);
  };
  return {
    ours: middle(spent.ours),
    bare: middle(spent.bare),
    aiSDK: middle(spent.aiSDK),
    appending: middle(spent.appending),
  };
}

/** A chunk as our server sends it: what the others have to send to send the same. */
async function sampleChunk(server: Child, address: Address): Promise<string> {
  const { chatId, taskId } = await openChat(address);
  await server.ask('append', { taskId, entries: 1, burst: 1 });
  const text = await readUntil(address, chatId, 'data-notice');
  return /data: (\{"type":"data-notice".*\})\n\n/.exec(text)![1]!;
}
