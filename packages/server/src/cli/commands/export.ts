import { text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const exportCommand = command({
  spec: {
    name: 'export',
    about:
      'Writes one task, or all data of a user (tasks in all swarms, chat sessions), as JSON lines that `import` reads. Servers may use the database meanwhile; what happens after the start is not exported.',
    arguments: [],
    options: {
      user: text('ID', 'the user'),
      task: text('ID', 'one task of the user (default: everything)'),
      role: text('ROLE', 'the role of the user (default: user)', { choices: ['user', 'admin'] }),
      swarm: text('NAME', 'the swarm of the task, if several swarms have a task with that id'),
      out: text('FILE', 'where to write it; a new file that only you can read (default: standard output)', {
        short: 'o',
      }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
    },
    examples: ['export --user alice --out alice.jsonl', 'export --task 5b0f6c7e --user alice | gzip > task.jsonl.gz'],
  },
  run: async ({ values, terminal }) => {
    const { exportToFile } = await import('../archive/export-to-file.ts');
    return exportToFile(values, terminal);
  },
});
