import { styleText } from 'node:util';
import { toPrintable } from './to-printable.ts';

const AGENT_COLOURS = [
  'cyan',
  'magenta',
  'yellow',
  'green',
  'blue',
  'cyanBright',
  'magentaBright',
  'yellowBright',
  'greenBright',
  'blueBright',
] as const;

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Colours texts, or leaves them plain, and gives each agent one colour for as long as it lives. */
export class Palette {
  readonly #inColour: boolean;
  readonly #agents: string[] = [];

  constructor(inColour: boolean) {
    this.#inColour = inColour;
  }

  paint(style: Style, text: string): string {
    // Whether the output can show it has been decided already.
    return this.#inColour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  }

  /** The name of an agent in its colour. Names come from servers, so they are made printable first. */
  agent(given: string): string {
    const name = toPrintable(given).replaceAll(/\s+/g, ' ');
    if (!this.#agents.includes(name)) this.#agents.push(name);
    const colour = AGENT_COLOURS[this.#agents.indexOf(name) % AGENT_COLOURS.length]!;
    return this.#inColour && name !== '' ? styleText(colour, name, { validateStream: false }) : name;
  }
}
