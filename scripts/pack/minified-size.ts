import { build, minifySync, type Rolldown } from 'vite';

/**
 * How many bytes a module weighs in a page: everything it imports, without what the page does not use of it, minified.
 * `external` packages are not counted.
 */
export async function minifiedSize(entry: string, external: readonly string[] = []): Promise<number> {
  const bundles = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: [...external] },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = bundles.flatMap(({ output }) => output.filter((each) => each.type === 'chunk'));
  // Vite leaves the white space of libraries to those who bundle them.
  const codes = chunks.map(({ fileName, code }) => minifySync(fileName, code).code);
  return codes.reduce((sum, code) => sum + Buffer.byteLength(code), 0);
}
