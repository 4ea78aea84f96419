import { type Instance, parseInstance, PosthouseError } from '@posthouse/protocol';
import type { Engine } from './engine.ts';
import { decideReceive } from '../federation/decide-receive.ts';
import { forkForPeer, withFork } from '../federation/fork-for-peer.ts';
import type { LetterReceipt, ReceivedLetter } from '../federation/peers.ts';
import { type Arrival, readLetter } from '../federation/read-letter.ts';

/** Takes in a letter of a peer. It is safe on disk when this resolves; the same letter twice is one. */
export async function receiveLetter(engine: Engine, letter: ReceivedLetter, now: () => number): Promise<LetterReceipt> {
  const arrival = readLetter(letter);
  const definition = engine.swarm(arrival.swarm);
  const { taskId } = arrival.message.message;
  const owner = letter.direction === 'forward' ? toInstance(arrival) : await findInstance(engine, arrival);
  const inherited = letter.direction === 'forward' ? await forkForPeer(engine.store, owner, arrival) : undefined;
  const committed = await engine.change(
    owner,
    taskId,
    (state) => {
      const receiving = { owner, definition, now: now() };
      if (inherited === undefined || state.task !== undefined) return decideReceive(state, arrival, receiving);
      const decision = decideReceive({ ...state, task: inherited.task }, arrival, receiving);
      return decision && withFork(inherited, decision);
    },
    { once: `letter/${arrival.message.id}`, kind: 'receive' },
  );
  return { taskId, swarm: arrival.swarm, repeated: committed?.repeated === true };
}

/** All agents of another swarm share one instance here. */
function toInstance({ swarm, from }: Arrival): Instance {
  return { swarm, role: 'swarm', id: from.swarm };
}

/** The instance here that works on the task, as its contributors say. */
async function findInstance({ store }: Engine, { contributors, swarm, message, metadata }: Arrival): Promise<Instance> {
  const { taskId } = message.message;
  // A letter that says where it goes must not end up elsewhere when it comes again.
  const named = metadata.to === undefined ? contributors : [metadata.to];
  const here = named.map((contributor) => parseInstance(contributor)).filter((each) => each.swarm === swarm);
  for (const instance of here) if ((await store.find(instance, taskId)) !== undefined) return instance;
  throw new PosthouseError({
    code: 'task_not_found',
    message: here.length === 0 ? `no mail instance found for task with id ${taskId}` : 'task is not running',
  });
}
