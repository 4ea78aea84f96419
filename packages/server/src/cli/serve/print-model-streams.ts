import type { Token } from '@posthouse/protocol';
import type { ServedSwarms } from '../../served-swarms.ts';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';

/** Writes what the models of all tasks say, as they say it, each agent under its name. Gives what ends it. */
export function printModelStreams(
  { engine }: Pick<ServedSwarms, 'engine'>,
  palette: Palette,
  write: (text: string) => void,
): () => void {
  let speaking: string | undefined;
  return engine.live.subscribeAll((token) => {
    const speaker = toSpeaker(token);
    // Agents speak at the same time; a new line says who it is each time it changes. Tasks may look alike, but each
    // text has a beginning.
    if (speaker !== speaking || token.offset === 0) {
      write(`${speaking === undefined ? '' : '\n'}${palette.agent(token.agent)} ${palette.paint('dim', token.kind)}: `);
    }
    speaking = speaker;
    write(toPrintable(token.delta));
  });
}

function toSpeaker({ agent, turn, attempt, part }: Token): string {
  return JSON.stringify([agent, turn, attempt, part]);
}
