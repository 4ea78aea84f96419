import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const validateCommand = command({
  spec: {
    name: 'validate',
    about:
      'Checks files: swarms (JSON, or a TypeScript module), MAIL messages, envelopes between swarms. Prints what each file is, and every problem with its place. The exit code is 1 if there is a problem.',
    arguments: [{ name: 'FILE', about: 'the files to check; - reads the standard input', rest: true }],
    options: {
      json: flag('print one JSON object per file and line'),
      library: text(
        'MODULE',
        'a module that exports referenceLibrary: what python:: and library:: names of swarms stand for',
      ),
      python: text(
        'PATH',
        'the Python that runs python:: code, or its virtual environment (default: VIRTUAL_ENV, or python3)',
      ),
    },
    examples: ['validate swarms.json', 'validate --json message.json'],
  },
  run: async ({ values, words, terminal }) => {
    const { validateFiles } = await import('../validate/validate-files.ts');
    return validateFiles(words, terminal, {
      json: values.json === true,
      library: values.library,
      python: values.python,
    });
  },
});
