/**
 * Where a file that a package.json names ends up in the published package: sources lose their `src/` and become
 * JavaScript, everything else stays where it is.
 *
 * @example
 * toPublishedPath('./src/wire/codec.ts'); // './wire/codec.js'
 */
export function toPublishedPath(path: string): string {
  return isSource(path) ? path.replace(/^\.\/src\//, './').replace(/\.tsx?$/, '.js') : path;
}

/**
 * The same for programs that `require` it: CommonJS lies in a folder of its own, because what a `.js` file is depends on
 * the nearest package.json.
 *
 * @example
 * toCommonJSPath('./src/wire/codec.ts'); // './cjs/wire/codec.js'
 */
export function toCommonJSPath(path: string): string {
  return isSource(path) ? toPublishedPath(path).replace(/^\.\//, `./${COMMONJS_FOLDER}/`) : path;
}

/** Where CommonJS goes within a published package. */
export const COMMONJS_FOLDER = 'cjs';

/** The declarations beside a published file, or nothing for a file that has none. */
export function toDeclarationPath(path: string, published = toPublishedPath(path)): string | undefined {
  return isSource(path) ? published.replace(/\.js$/, '.d.ts') : undefined;
}

function isSource(path: string): boolean {
  return /^\.\/src\/.*\.tsx?$/.test(path);
}
