/** A name in a swarms file that stands for something else. */
export type Reference =
  | { scheme: 'python'; name: string }
  | { scheme: 'library'; name: string }
  | { scheme: 'module'; file: string; exportName: string }
  | { scheme: 'url'; url: string };

const SCHEME = /^(python|library|module|url)::(.*)$/s;

/** Python's dotted path with an attribute, which the reference also accepts without its prefix. */
const BARE_PYTHON = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/**
 * Reads a reference; undefined when the text is just text. Throws when it starts like a reference and is none.
 *
 * @example parseReference('module::./tools.ts:add') // { scheme: 'module', file: './tools.ts', exportName: 'add' }
 */
export function parseReference(text: string): Reference | undefined {
  const match = SCHEME.exec(text);
  if (match === null) return undefined;
  const [, scheme, rest] = match as unknown as [string, Reference['scheme'], string];
  switch (scheme) {
    case 'python':
    case 'library':
      return { scheme, name: rest };
    case 'url':
      if (!/^https?:\/\//i.test(rest) || !URL.canParse(rest)) {
        throw new TypeError(`'${text}' is not a reference: after url:: comes an http or https address`);
      }
      return { scheme, url: rest };
    case 'module': {
      const colon = rest.lastIndexOf(':');
      const file = rest.slice(0, Math.max(colon, 0));
      const exportName = rest.slice(colon + 1);
      if (file === '' || exportName === '') {
        throw new TypeError(`'${text}' is not a reference: write module::./file.ts:export`);
      }
      return { scheme, file, exportName };
    }
  }
}

/** The same where only a reference makes sense: there, Python paths need no prefix. */
export function parseCodeReference(text: string): Reference {
  const reference = parseReference(BARE_PYTHON.test(text) ? `python::${text}` : text);
  if (reference !== undefined) return reference;
  throw new TypeError(
    `'${text}' is not a reference: write module::./file.ts:export or python::package.module:name for code of your own, or library::folder:name`,
  );
}
