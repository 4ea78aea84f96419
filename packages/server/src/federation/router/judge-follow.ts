import { PosthouseError } from '@posthouse/protocol';
import { judgeOrder } from './judge-order.ts';

/** Makes sure that an answer is a stream. */
export async function judgeFollow(peer: string, response: Response): Promise<void> {
  const { status, headers } = response;
  if (status === 200 && headers.get('content-type')?.startsWith('text/event-stream') === true) return;
  await response.body?.cancel();
  judgeOrder(peer, { status });
  throw new PosthouseError({ code: 'peer_unreachable', message: `swarm '${peer}' did not answer with a stream` });
}
