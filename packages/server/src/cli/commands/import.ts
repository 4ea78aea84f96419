import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const importCommand = command({
  spec: {
    name: 'import',
    about:
      'Imports what `export` wrote. The file is checked first: one that is damaged, or of which something is here already, changes nothing. Nothing that is imported runs by itself; a run that was open is cancelled.',
    arguments: [{ name: 'FILE', about: 'the file' }],
    options: {
      'skip-existing': flag('leave what is here already as it is, and import the rest'),
      restore: flag('bring back also what was deleted here'),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('the outcome as a JSON object'),
    },
    examples: ['import alice.jsonl', 'import alice.jsonl --database-url postgres://me@localhost/posthouse'],
  },
  run: async ({ values, words, terminal }) => {
    const { importFile } = await import('../archive/import-file.ts');
    return importFile(words[0]!, values, terminal);
  },
});
