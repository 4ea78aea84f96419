import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite, type Rolldown } from 'vite';
import type { BundleLimit } from './limits.ts';

/** Bytes of code, as a page has it and as it travels. */
export type Size = { minified: number; gzipped: number };

/** What one thing weighs in a page. */
export type Bundle = {
  sizes: { esbuild: Size; Vite: Size };
  /** Bytes before compression, by package, or by file where it is one of ours. */
  parts: Readonly<Record<string, number>>;
};

/** Bundles a page that uses one thing of a package that is installed in `directory`, and nothing else. */
export async function bundle(
  directory: string,
  { name, from, besides = [] }: Pick<BundleLimit, 'name' | 'from' | 'besides'>,
): Promise<Bundle> {
  const page = join(directory, `${name}.js`);
  writeFileSync(page, `import { ${name} } from '${from}';\nglobalThis.used = ${name};\n`);
  const { code, parts } = await withEsbuild(page, besides);
  return { sizes: { esbuild: toSize(code), Vite: toSize(await withVite(page, besides)) }, parts };
}

async function withEsbuild(
  page: string,
  external: readonly string[],
): Promise<{ code: string; parts: Record<string, number> }> {
  const { outputFiles, metafile } = await buildWithEsbuild({
    entryPoints: [page],
    external: [...external],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const parts = Object.groupBy(inputs, ([path]) => toPart(path));
  return {
    code: outputFiles.map(({ text }) => text).join(''),
    parts: Object.fromEntries(
      Object.entries(parts).map(([part, files = []]) => [
        part,
        files.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
      ]),
    ),
  };
}

/** The name of a package of others; of ours, the file. */
function toPart(path: string): string {
  const inside = path.split('node_modules/').at(-1)!;
  const [first, second] = inside.split('/');
  if (first === '@posthouse') return inside;
  return first!.startsWith('@') ? `${first}/${second}` : first!;
}

async function withVite(page: string, external: readonly string[]): Promise<string> {
  const { output } = (await buildWithVite({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: page, external: [...external] },
    },
  })) as Rolldown.RolldownOutput;
  return output.flatMap((each) => (each.type === 'chunk' ? each.code : [])).join('');
}

function toSize(code: string): Size {
  return { minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
}
