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

/** The declarations beside a published file, or nothing for a file that has none. */
export function toDeclarationPath(path: string): string | undefined {
  return isSource(path) ? toPublishedPath(path).replace(/\.js$/, '.d.ts') : undefined;
}

function isSource(path: string): boolean {
  return /^\.\/src\/.*\.tsx?$/.test(path);
}
