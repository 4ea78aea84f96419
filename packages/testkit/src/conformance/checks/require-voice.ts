import { detailOf } from '../findings/expect-that.ts';
import { NotApplicable } from '../findings/verdict.ts';
import type { Lab } from '../lab/lab.ts';
import { wrapperFor } from './interswarm.ts';

/**
 * Throws `NotApplicable` when the server says that the given token belongs to another swarm than the suite has guessed. A
 * server may insist on that, and only whoever has the token knows its name.
 */
export async function requireVoice(lab: Lab): Promise<void> {
  if (lab.options.peerName !== undefined) return;
  const refusal = await lab.once('voice', async () => {
    // Nobody reads this, so that asking leaves nothing behind.
    const wrapper = await wrapperFor(lab, { recipient: 'nobody-here' });
    const exchange = await lab.post('/interswarm/forward', wrapper, 'agent');
    return exchange.answer.status === 403 ? (detailOf(exchange) ?? 'without a reason') : undefined;
  });
  if (refusal === undefined) return;
  const name = await lab.peerName();
  throw new NotApplicable(
    `the server takes nothing that this token sends as ${name} (${refusal}): say whose token it is with --peer-name`,
  );
}
