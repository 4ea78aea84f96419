import type { ExampleName } from './offline-swarm.ts';

/** Something that each example can answer. */
export const SAMPLE_QUESTIONS: Readonly<Record<ExampleName, string>> = {
  example: 'What is the weather in Oslo and Lima tomorrow, and what is (3 + 4) * 12?',
  'example-no-proxy': 'What is the weather in Oslo and Lima tomorrow, and what is (3 + 4) * 12?',
  'swarm-alpha': 'What is the weather in Rome, and what is 2 ** 64?',
  'swarm-beta': 'What advice do you have on moving house, and what are the risks?',
  support: 'I am furious: charged twice, ticket T-77. How do I get a refund?',
  'data-analysis': 'Please analyse the users sample.',
  research: 'What is known about climate change?',
};
