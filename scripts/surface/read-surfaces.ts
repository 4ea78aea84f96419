import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentFiles } from '../build/to-build-tsconfig.ts';
import { runTsc } from '../process/run-tsc.ts';
import type { ExportTarget } from '../workspace/package-manifest.ts';
import { publicPackages, readWorkspace } from '../workspace/read-workspace.ts';
import { toSurface } from './to-surface.ts';

/** What every public package offers to those who import it, by the path of the file in which we keep it. */
export async function readSurfaces(): Promise<Record<string, string>> {
  const workspace = readWorkspace();
  const declarations = await emitDeclarations(workspace.root);
  return Object.fromEntries(
    publicPackages(workspace).map(({ folder, manifest }) => {
      const entries = Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
        const file = sourceOf(target);
        if (file === undefined) return [];
        const surface = toSurface(declarations, join(folder, file).replace(/\.ts$/, '.d.ts').replaceAll('\\', '/'));
        return `// ${manifest.name}${subpath.slice(1)}\n\n${surface}\n`;
      });
      return [`${folder}/surface.txt`, entries.join('\n')];
    }),
  );
}

function sourceOf(target: ExportTarget): string | undefined {
  if (typeof target === 'string') return target.endsWith('.ts') ? target : undefined;
  return target === null ? undefined : sourceOf(target.import ?? target.default ?? null);
}

/** The declarations of all packages by their path from the root, without comments. */
async function emitDeclarations(root: string): Promise<Map<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), 'posthouse-surface-'));
  try {
    const config = join(directory, 'tsconfig.json');
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      rootDir: root,
      outDir: join(directory, 'out'),
      typeRoots: [`${root}/node_modules/@types`],
    };
    const exclude = developmentFiles.map((pattern) => `${root}/packages/*/src/${pattern}`);
    const include = [`${root}/packages/*/src`];
    writeFileSync(config, JSON.stringify({ extends: `${root}/tsconfig.json`, compilerOptions, include, exclude }));
    const { code, output } = await runTsc(['--project', config], { directory: root });
    if (code !== 0) throw new Error(`The packages do not compile:\n${output}`);
    const files = globSync('packages/**/*.d.ts', { cwd: compilerOptions.outDir });
    return new Map(
      files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(compilerOptions.outDir, file), 'utf8')]),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
