import { action } from '@posthouse/runtime';
import { z } from 'zod';

/** The ships of the harbour, and how deep they lie in the water, in metres. */
export const SHIPS: Readonly<Record<string, number>> = { Marigold: 4.2, Heron: 2.1, 'Old Bess': 5.6 };

/** `look_up_ship`: what the harbour's register says of a ship. */
export const lookUpShip = action({
  name: 'look_up_ship',
  description: 'Look a ship up in the register of the harbour.',
  parameters: z.object({ ship: z.string().trim().min(1).max(100).describe('The name of the ship.') }),
  idempotent: true,
  execute: ({ ship }) => {
    const name = Object.keys(SHIPS).find((each) => each.toLowerCase() === ship.toLowerCase());
    if (name === undefined) return `Error: there is no '${ship}' here, only ${Object.keys(SHIPS).join(', ')}`;
    return { ship: name, draught: SHIPS[name]! };
  },
});
