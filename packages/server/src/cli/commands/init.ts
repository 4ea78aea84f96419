import { command } from '../command.ts';

export const initCommand = command({
  spec: {
    name: 'init',
    about:
      'Writes a swarm to start from, in JSON and in TypeScript, with its configuration. It answers offline until you set the API key of a model. Never overwrites a file.',
    arguments: [{ name: 'FOLDER', about: 'where to write (default: the current folder)', optional: true }],
    options: {},
    examples: ['init', 'init my-swarm'],
  },
  run: async ({ words, terminal }) => {
    const { writeStarter } = await import('../init/write-starter.ts');
    return writeStarter(words[0], terminal);
  },
});
