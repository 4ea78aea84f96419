import { text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const exportCommand = command({
  spec: {
    name: 'export',
    about:
      'Writes one task, or everything of a user (tasks in all swarms, chat sessions), as JSON lines that `import` takes back. Servers may be running on the database; what happens meanwhile is not part of it.',
    arguments: [],
    options: {
      user: text('ID', 'the user'),
      task: text('ID', 'one task of the user; everything unless given'),
      role: text('ROLE', 'the role that is meant; user unless given', { choices: ['user', 'admin'] }),
      swarm: text('NAME', 'the swarm of the task, if tasks of several swarms are called so'),
      out: text('FILE', 'where to write it; a new file that only you can read. Standard output unless given', {
        short: 'o',
      }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
    },
    examples: ['export --user alice --out alice.jsonl', 'export --task 5b0f6c7e --user alice | gzip > task.jsonl.gz'],
  },
  run: async ({ values, terminal }) => {
    const { exportToFile } = await import('../archive/export-to-file.ts');
    return exportToFile(values, terminal);
  },
});
