import type { SeededRandom } from '@posthouse/runtime/reference-library';

/** What a player may be asked for. */
export type Occasion =
  | 'protect'
  | 'investigate'
  | 'kill'
  | 'discuss'
  | 'nominate'
  | 'defend'
  | 'vote'
  | 'lastWords'
  | 'verdict';

type Phrase = (choice: string) => string;

const PHRASES: Record<Occasion, readonly [Phrase, ...Phrase[]]> = {
  protect: [(name) => `Tonight I sit at the bed of ${name}.`, (name) => `Keep the lamp burning for ${name}.`],
  investigate: [(name) => `Let me see what is hidden in the cellar of ${name}.`, (name) => `I follow ${name}.`],
  kill: [(name) => `The tide should take ${name}.`, (name) => `I say it is the turn of ${name}.`],
  discuss: [
    (name) => `Somebody left the harbour gate open, and I suspect ${name}.`,
    (name) => `I have slept badly and thought long: I suspect ${name}.`,
    (name) => `Nobody wants to say it, so I will. I suspect ${name}.`,
    (name) => `Too quiet for my taste. I suspect ${name}.`,
  ],
  nominate: [
    (name) => `Enough talk. I nominate ${name}.`,
    (name) => `With a heavy heart, I nominate ${name}.`,
    (name) => `My nomination goes to ${name}.`,
  ],
  defend: [
    () => 'I was mending nets all night, and my hands still smell of it.',
    () => 'Ask yourselves who gains if I am gone.',
    () => 'You are making a mistake, and tomorrow you will know it.',
  ],
  vote: [(name) => `My vote goes to ${name}.`, (name) => `I choose ${name}.`],
  lastWords: [
    () => 'Look after my boat.',
    () => 'Remember that I told you so.',
    () => 'I forgive nobody. Well, perhaps the baker.',
  ],
  verdict: [(choice) => `I say ${choice}.`, (choice) => `My conscience tells me: ${choice}.`],
};

/** Words for an occasion. The choice stands at the end, where whoever listens will look for it. */
export function toWords(occasion: Occasion, choice: string, random: SeededRandom): string {
  return random.pick(PHRASES[occasion])(choice);
}
