export const SOURCES = ['wikipedia', 'academic', 'news'] as const;
export type Source = (typeof SOURCES)[number];

export type Topic = {
  readonly topic: string;
  /** Words by which a question is recognised. */
  readonly names: readonly string[];
  readonly facts: Readonly<Record<Source, readonly string[]>>;
};

/** A small library, so that the example works without a network. */
export const KNOWLEDGE: readonly Topic[] = [
  {
    topic: 'artificial intelligence',
    names: ['artificial intelligence', 'ai', 'machine learning', 'neural network', 'neural networks'],
    facts: {
      wikipedia: [
        'The field got its name at a workshop at Dartmouth College in the summer of 1956.',
        'Machine learning lets programs improve with data instead of with rules written by hand.',
        'Two periods in which funding dried up, in the 1970s and around 1990, are known as AI winters.',
      ],
      academic: [
        'The transformer architecture was described in 2017 and replaced recurrence with attention.',
        'Training error often falls as a power law of model size, data and computation.',
        'A network that classified images far better than others in 2012 made deep learning popular.',
      ],
      news: [
        'The European Union adopted a law that regulates artificial intelligence by risk in 2024.',
        'Assistants based on language models reached more than a hundred million users within months.',
      ],
    },
  },
  {
    topic: 'climate change',
    names: ['climate change', 'climate', 'global warming', 'greenhouse', 'carbon dioxide', 'emissions'],
    facts: {
      wikipedia: [
        'The surface of the Earth is more than one degree Celsius warmer than in the late nineteenth century.',
        'Carbon dioxide from burning coal, oil and gas is the largest cause of the present warming.',
        'The Paris Agreement of 2015 aims to keep warming well below two degrees.',
      ],
      academic: [
        'Sea level has risen by about twenty centimetres since 1900, and the rise has become faster.',
        'The Arctic warms several times as fast as the planet as a whole.',
        'Measurements on Mauna Loa show carbon dioxide rising every year since they began in 1958.',
      ],
      news: [
        'The ten warmest years on record have all come in the last decade.',
        'In many countries new solar and wind power is cheaper than new coal power.',
      ],
    },
  },
  {
    topic: 'Python',
    names: ['python', 'programming language', 'cpython', 'guido van rossum'],
    facts: {
      wikipedia: [
        'Guido van Rossum published the first version of Python in 1991.',
        'The language takes its name from a British comedy group, not from the snake.',
        'Python marks blocks by indentation instead of braces.',
      ],
      academic: [
        'Python is the most common first language in university courses of many countries.',
        'Numerical libraries hand the inner loops to compiled code, which hides the slowness of the interpreter.',
        'Surveys of notebooks show Python as the usual language of data analysis.',
      ],
      news: [
        'Support for Python 2 ended on the first of January 2020.',
        'Recent versions can be built without the global interpreter lock.',
      ],
    },
  },
];
