import { flag, text, texts } from './setting-kinds.ts';

/** Where the code of swarms comes from, and what runs it. */
export const CODE_SETTINGS = {
  swarmLibrary: {
    key: 'server.swarm.library',
    kind: text,
    environment: 'MAIL_SWARM_LIBRARY',
    flag: 'library',
    about:
      'Module that defines what `python::` and `library::` names in the swarm source stand for; what it does not define is looked for in Python.',
  },
  python: {
    key: 'server.swarm.python',
    kind: text,
    environment: 'MAIL_PYTHON',
    flag: 'python',
    about:
      'The Python that runs `python::` code: an interpreter, or the folder of a virtual environment; that of `VIRTUAL_ENV`, or else `python3`, unless given.',
  },
  swarmFetchFrom: {
    key: 'server.swarm.fetch_from',
    kind: texts,
    environment: 'MAIL_SWARM_FETCH_FROM',
    flag: 'fetch-from',
    about: 'Hosts that `url::` references in the swarm source may name; without any, such references are refused.',
  },
  loadsPython: {
    key: 'server.swarm.load_python',
    kind: flag,
    environment: 'MAIL_LOAD_PYTHON',
    fallback: false,
    about: 'Whether swarms that administrators load over HTTP may name Python code, which can do anything here.',
  },
} as const;
