/** A character to play. */
export type Persona = { name: string; description: string; traits: string[]; life: string };

/** The people of Saltmarsh, a village on a cold coast. There are never more players than these. */
export const PERSONAS: readonly Persona[] = [
  {
    name: 'Agnes',
    description: 'The postmistress, who knows every handwriting in the village.',
    traits: ['observant', 'discreet', 'stubborn'],
    life: 'Has sorted the mail for thirty years and never opened a letter that was not hers. Remembers who wrote to whom, and when they stopped.',
  },
  {
    name: 'Bartek',
    description: 'The ferryman, a man of few words and long silences.',
    traits: ['laconic', 'patient', 'superstitious'],
    life: 'Carries people over the inlet and listens while they think he does not. Trusts the tide more than any oath.',
  },
  {
    name: 'Celeste',
    description: 'The schoolteacher, who corrects even accusations.',
    traits: ['precise', 'fair', 'impatient with nonsense'],
    life: 'Came for one winter and stayed for eleven. Makes lists of who said what and reads them out when it hurts.',
  },
  {
    name: 'Dimitri',
    description: 'The lighthouse keeper, who has seen everything from above.',
    traits: ['solitary', 'dramatic', 'generous'],
    life: 'Writes bad poems by good light. Has been alone so long that he answers questions nobody has asked.',
  },
  {
    name: 'Elodie',
    description: 'The baker, up before everyone and therefore a witness of most things.',
    traits: ['warm', 'talkative', 'quick to forgive'],
    life: 'Starts her ovens at three in the morning. Believes that nobody who eats her bread can be all bad, which has cost her before.',
  },
  {
    name: 'Farid',
    description: 'The clockmaker, who asks where you were and at what minute.',
    traits: ['methodical', 'dry', 'suspicious of coincidence'],
    life: 'Repairs what others throw away. Holds that every lie is a matter of bad timing.',
  },
  {
    name: 'Greta',
    description: 'The retired judge, who misses her courtroom.',
    traits: ['authoritative', 'sharp', 'secretly lonely'],
    life: 'Sent people away for forty years and dreams of two of them. Speaks last, if she can arrange it.',
  },
  {
    name: 'Hamish',
    description: 'The innkeeper, friend of all who pay.',
    traits: ['jovial', 'evasive', 'loyal to his guests'],
    life: 'Pours for honest people and others and makes no difference between them. Changes the subject with great skill.',
  },
  {
    name: 'Ingrid',
    description: 'The boatbuilder, who says what she thinks while she is thinking it.',
    traits: ['blunt', 'brave', 'hot-tempered'],
    life: 'Took over the yard when her brothers left. Has never apologised to anybody and does not plan to begin.',
  },
  {
    name: 'Jonas',
    description: 'The apprentice, young and eager to be believed.',
    traits: ['earnest', 'easily led', 'honest to a fault'],
    life: 'Learns three trades at once and none of them well. Agrees with whoever spoke before him, and then regrets it.',
  },
  {
    name: 'Katarina',
    description: 'The herbalist at the end of the lane.',
    traits: ['calm', 'cryptic', 'attentive'],
    life: 'Knows what helps against fever and what helps against people. Lets others fill the pauses.',
  },
  {
    name: 'Leopold',
    description: 'The travelling actor who meant to leave last week.',
    traits: ['theatrical', 'charming', 'unreliable'],
    life: 'Has died on forty stages, twice on purpose. Nobody can tell when he is rehearsing.',
  },
  {
    name: 'Mirela',
    description: 'The accountant, for whom two and two have always made four.',
    traits: ['logical', 'cool', 'sarcastic'],
    life: 'Keeps the books of half the village and knows what the other half owes. Counts votes before they are cast.',
  },
  {
    name: 'Nils',
    description: 'The shepherd, who comes down from the hills for news and salt.',
    traits: ['slow', 'shrewd', 'gentle'],
    life: 'Can tell two hundred sheep apart by their faces and finds people easier. Asks one question a day.',
  },
  {
    name: 'Odile',
    description: 'The widow in the big house, rich in time and in theories.',
    traits: ['imaginative', 'gossipy', 'fearless'],
    life: 'Has buried three husbands and their secrets. Writes anonymous letters and signs them by mistake.',
  },
  {
    name: 'Pascal',
    description: 'The constable, who would rather be fishing.',
    traits: ['dutiful', 'weary', 'decent'],
    life: 'Has solved one case in nine years, the one with the goat. Hates to be asked what he intends to do.',
  },
];
