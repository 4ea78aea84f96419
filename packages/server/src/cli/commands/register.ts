import { flag } from '../arguments/options.ts';
import { command } from '../command.ts';

export const registerCommand = command({
  spec: {
    name: 'register',
    about:
      'Makes this program the one that opens swarm:// links. On Linux it writes a desktop entry; on macOS and Windows it prints what to do.',
    arguments: [],
    options: { 'dry-run': flag('only show what would be written') },
    examples: ['register', 'register --dry-run'],
  },
  run: async ({ values, terminal }) => {
    const { registerLinks } = await import('../register/register-links.ts');
    return registerLinks(terminal, { dryRun: values['dry-run'] === true });
  },
});
