import { messageOf } from '@posthouse/protocol';
import { didYouMean } from '../definitions/closest-name.ts';
import { importExport } from './import-export.ts';
import type { LoadOptions, ReferenceLibrary } from './load-options.ts';
import { entryOf, isStandardAction, loadNativeLibrary } from './native-library.ts';
import type { PythonTarget } from '../python/python-bridge.ts';
import { toPythonValue } from '../python/to-python-value.ts';
import { type BuiltInFactory, REFERENCE_NAMES } from './reference-names.ts';
import type { Reference } from './reference.ts';

const NOTHING: ReferenceLibrary = { actions: {}, prompts: {} };

/** What a reference stands for: one of our factories, or a value of any kind. */
export type Resolved = { factory: BuiltInFactory } | { value: unknown } | PythonCode;

/** Something in Python. `value` stands for it here, as far as anything can. */
export type PythonCode = { python: string; value: unknown; kind: PythonTarget['kind'] };

export type Resolve = (reference: Reference) => Promise<Resolved>;

/**
 * Resolves the references of one load. Each module and each address is read once, however often it is named.
 *
 * @example
 * const resolve = createResolve({ library });
 * await resolve({ scheme: 'library', name: 'examples/math:calculateExpression' }); // { value: calculateExpression }
 */
export function createResolve(options: LoadOptions): Resolve {
  const known = new Map<string, Promise<Resolved>>();
  return (reference) => {
    const key = JSON.stringify(reference);
    const resolved = known.get(key) ?? resolveReference(reference, options);
    known.set(key, resolved);
    return resolved;
  };
}

async function resolveReference(reference: Reference, options: LoadOptions): Promise<Resolved> {
  switch (reference.scheme) {
    case 'python':
      return resolvePython(reference.name, options);
    case 'library':
      return { value: await fromLibrary(reference.name, options, `library::${reference.name}`) };
    case 'module':
      return { value: await fromModule(reference, options) };
    case 'url':
      return { value: await fromURL(reference.url, options) };
  }
}

/** First what the caller says that the name stands for, then what we have for the reference's own library, then what Python finds. */
async function resolvePython(name: string, options: LoadOptions): Promise<Resolved> {
  const own = entryOf(options.library ?? NOTHING, name);
  if (own !== undefined) return { value: own };
  const target = REFERENCE_NAMES.get(name);
  if (target?.kind === 'factory') return { factory: target.factory };
  if (target !== undefined) return { value: await fromLibrary(target.name, options, `python::${name}`) };
  const { python } = options;
  if (python === undefined) {
    throw new TypeError(
      `'python::${name}' is Python code, which does not run here.${didYouMean(name, REFERENCE_NAMES.keys())} ` +
        'Pass a PythonBridge as `python`, or write it in TypeScript and name it module::./file.ts:export.',
    );
  }
  if (options.trusted === false && options.allowsUntrustedPython !== true) throw refusal(`python::${name}`);
  const found = await python.resolve(name);
  return { python: name, value: toPythonValue(python, name, found), kind: found.kind };
}

async function fromLibrary(name: string, options: LoadOptions, reference: string): Promise<unknown> {
  const library = options.library ?? NOTHING;
  const own = entryOf(library, name);
  if (own !== undefined) return own;
  // A swarm from the network gets only the standard actions that the server's owner gave it.
  if (options.trusted === false && isStandardAction(name)) throw refusal(reference);
  const native = await loadNativeLibrary(name);
  const found = entryOf(native, name);
  if (found !== undefined) return found;
  const known = [library, native].flatMap(({ actions, prompts }) => [...Object.keys(actions), ...Object.keys(prompts)]);
  const subject = reference === `library::${name}` ? `'${reference}'` : `'${reference}' stands for '${name}', which`;
  const help = name.startsWith('stdlib/fs:')
    ? 'File actions need a folder to work in: pass `stdlibLibrary({ fs: { root } })` in `library`.'
    : 'Pass it in `library`.';
  throw new TypeError(`${subject} is not in the library.${didYouMean(name, known)} ${help}`);
}

async function fromModule(reference: Reference & { scheme: 'module' }, options: LoadOptions): Promise<unknown> {
  const { file, exportName } = reference;
  if (options.trusted === false) throw refusal(`module::${file}:${exportName}`);
  if (options.root === undefined) {
    throw new TypeError(`'module::${file}:${exportName}' needs the option \`root\`: the folder that your code is in`);
  }
  return importExport({ root: options.root, file, exportName });
}

async function fromURL(url: string, { trusted, fetchText }: LoadOptions): Promise<string> {
  if (trusted === false) throw refusal(`url::${url}`);
  if (fetchText === undefined) {
    throw new TypeError(
      `'url::${url}' is not fetched: url:: references are off. Name the host with --fetch-from, or pass \`fetchText\``,
    );
  }
  try {
    return await fetchText(url);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new TypeError(`'url::${url}' could not be fetched: ${reason}`, { cause });
  }
}

function refusal(reference: string): TypeError {
  return new TypeError(`'${reference}' is refused: a swarm that is not trusted may name only what is already loaded`);
}
