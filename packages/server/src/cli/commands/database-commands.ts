import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

const DATABASE = {
  config: text('FILE', 'configuration file that names the database', { short: 'c' }),
  'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
};

export const tokenCommand = command({
  name: 'token',
  summary: 'create, list and revoke the tokens of callers',
  about:
    "Manages the tokens of callers in the server's database. A token is shown once, when it is created; only its hash is stored. A running server notices changes within seconds.",
  arguments: [
    { name: 'ACTION', about: 'create, list or revoke' },
    { name: 'HANDLE', about: 'revoke: which token, as list shows it', optional: true },
  ],
  options: {
    role: text('ROLE', 'what its holder may do', { choices: ['user', 'admin', 'agent'] }),
    id: text('ID', 'the id of its holder; callers with the same id share their tasks'),
    name: text('NAME', 'a note that token list shows'),
    ...DATABASE,
    json: flag('print one JSON object per line'),
  },
  examples: [
    'token create --role admin --id me',
    'token list',
    'token revoke 1f3870be274f',
    'token revoke --role user --id alice',
  ],
  run: async ({ values, words, terminal }) => {
    const { manageTokens } = await import('../tokens/manage-tokens.ts');
    return manageTokens(words, values, terminal);
  },
});

export const inviteCommand = command({
  name: 'invite',
  summary: 'create a link that invites another swarm or a user',
  about:
    'Prints a swarm:// link with a new token, which is stored in the database of the server. Another server registers the link (swarms register LINK) and may then write to the agents here; a person opens it with client.',
  arguments: [{ name: 'ID', about: 'who is invited: the name of the other swarm, or the id of a user' }],
  options: {
    role: text('ROLE', 'what the holder may do (default: agent, which is another swarm)', {
      choices: ['agent', 'user', 'admin'],
    }),
    url: text(
      'URL',
      'where others reach this server (default: MAIL_PUBLIC_URL, or the development server on this machine)',
    ),
    swarm: text('NAME', 'the swarm that invites (default: the one the server names)', { short: 'n' }),
    ...DATABASE,
    json: flag('print everything as one JSON object'),
  },
  examples: ['invite beta --url https://alpha.example.org', 'invite ada --role user'],
  run: async ({ values, words, terminal }) => {
    const { invite } = await import('../invite/invite.ts');
    return invite(words[0]!, values, terminal);
  },
});

export const dbInitCommand = command({
  name: 'db-init',
  summary: 'prepare the database',
  about:
    'Creates or updates the tables of the database, and lists them. Imports, once, what the reference implementation of MAIL has stored in the same PostgreSQL database. Can be run any number of times.',
  arguments: [],
  options: {
    ...DATABASE,
    json: flag('print one JSON object per step and line'),
  },
  examples: ['db-init', 'db-init --database-url postgres://me@localhost/posthouse'],
  run: async ({ values, terminal }) => {
    const { prepareDatabase } = await import('../database/prepare-database.ts');
    return prepareDatabase(values, terminal);
  },
});

export const exportCommand = command({
  name: 'export',
  summary: 'export a task, or all data of a user, to a file',
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
    ...DATABASE,
  },
  examples: ['export --user alice --out alice.jsonl', 'export --task 5b0f6c7e --user alice | gzip > task.jsonl.gz'],
  run: async ({ values, terminal }) => {
    const { exportToFile } = await import('../archive/export-to-file.ts');
    return exportToFile(values, terminal);
  },
});

export const importCommand = command({
  name: 'import',
  summary: 'import what was exported',
  about:
    'Imports what `export` wrote. The file is checked first: if it is damaged, or if any of it already exists, nothing is imported. Imported tasks do not run by themselves; open runs are cancelled.',
  arguments: [{ name: 'FILE', about: 'the file' }],
  options: {
    'skip-existing': flag('skip what already exists, and import the rest'),
    restore: flag('also import what was deleted here'),
    ...DATABASE,
    json: flag('print the outcome as a JSON object'),
  },
  examples: ['import alice.jsonl', 'import alice.jsonl --database-url postgres://me@localhost/posthouse'],
  run: async ({ values, words, terminal }) => {
    const { importFile } = await import('../archive/import-file.ts');
    return importFile(words[0]!, values, terminal);
  },
});

export const forgetCommand = command({
  name: 'forget',
  summary: 'delete all data of a user',
  about:
    'Deletes all data of a user from the database: chat sessions, tasks in all swarms, tokens, spending. Servers may use the database meanwhile; they end running tasks, and notify other servers that worked on them.',
  arguments: [{ name: 'USER', about: 'the id of the user' }],
  options: {
    role: text('ROLE', 'the role of the user (default: user)', { choices: ['user', 'admin'] }),
    ...DATABASE,
    json: flag('print the outcome as a JSON object'),
  },
  examples: ['forget alice', 'forget root --role admin'],
  run: async ({ values, words, terminal }) => {
    const { forgetUser } = await import('../deletion/delete-data.ts');
    return forgetUser(words[0]!, values, terminal);
  },
});

export const pruneCommand = command({
  name: 'prune',
  summary: 'delete tasks and sessions that are too old',
  about:
    'Deletes tasks and chat sessions that are older than the configuration allows (server.retention), once, in small steps. Servers may use the database meanwhile; they do the same every ten minutes.',
  arguments: [],
  options: {
    'retention-complete-days': text('DAYS', 'for completed tasks'),
    'retention-error-days': text('DAYS', 'for failed tasks'),
    'retention-cancelled-days': text('DAYS', 'for cancelled tasks'),
    'retention-paused-days': text('DAYS', 'for paused tasks'),
    'retention-sessions-days': text('DAYS', 'for chat sessions, with their tasks'),
    config: text('FILE', 'configuration file with the retention', { short: 'c' }),
    'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
    json: flag('print the outcome as a JSON object'),
  },
  examples: ['prune', 'prune --retention-complete-days 30 --retention-error-days 90'],
  run: async ({ values, terminal }) => {
    const { pruneOld } = await import('../deletion/delete-data.ts');
    return pruneOld(values, terminal);
  },
});
