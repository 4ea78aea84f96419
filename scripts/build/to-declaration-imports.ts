import { moduleSpecifiers } from '../modules/module-specifiers.ts';

/**
 * Turns `./x.ts` into `./x.js` in a declaration file. The compiler does that for JavaScript only, and what `./x.ts`
 * means where no such file exists depends on the reader. The text keeps its length, so its source map stays right.
 */
export function toDeclarationImports(file: string, code: string): string {
  return moduleSpecifiers(file, code)
    .filter(({ value }) => /^\.{1,2}\/.*(?<!\.d)\.ts$/.test(value))
    .reduce((text, { end }) => `${text.slice(0, end - 3)}js${text.slice(end - 1)}`, code);
}
