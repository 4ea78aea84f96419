import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const importCommand = command({
  spec: {
    name: 'import',
    about:
      'Imports what `export` wrote. The file is checked first: if it is damaged, or if any of it already exists, nothing is imported. Imported tasks do not run by themselves; open runs are cancelled.',
    arguments: [{ name: 'FILE', about: 'the file' }],
    options: {
      'skip-existing': flag('skip what already exists, and import the rest'),
      restore: flag('also import what was deleted here'),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print the outcome as a JSON object'),
    },
    examples: ['import alice.jsonl', 'import alice.jsonl --database-url postgres://me@localhost/posthouse'],
  },
  run: async ({ values, words, terminal }) => {
    const { importFile } = await import('../archive/import-file.ts');
    return importFile(words[0]!, values, terminal);
  },
});
