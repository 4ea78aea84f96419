import type { ExportTarget, PackageManifest } from '../workspace/package-manifest.ts';

/** A package that is already built: its published manifest and the folder it stands in. */
export interface BuiltPackage {
  manifest: PackageManifest;
  directory: string;
}

/** Files below `src` that are never shipped. */
export const developmentFiles = ['**/*.test.ts', '**/*.test.tsx', '**/__fixtures__'];

/**
 * The compiler configuration for one package. What it depends on is taken from the declarations just built, not from
 * the sources, so that the compiler neither emits a second copy nor sees more than a consumer would.
 *
 * All paths are absolute: the file is written wherever the output goes.
 */
export function toBuildTsconfig(options: {
  root: string;
  tsconfig: string;
  packageDirectory: string;
  outputDirectory: string;
  built: readonly BuiltPackage[];
  /** What the code becomes; ECMAScript modules unless given. */
  format?: 'module' | 'commonjs';
}): object {
  const { root, tsconfig, packageDirectory, outputDirectory, built, format = 'module' } = options;
  return {
    extends: `${root}/${tsconfig}`,
    compilerOptions: {
      noEmit: false,
      rootDir: `${packageDirectory}/src`,
      outDir: outputDirectory,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      noEmitOnError: true,
      paths: Object.fromEntries(built.flatMap(toPaths)),
      typeRoots: [`${root}/node_modules/@types`],
      // Elsewhere the nearest package.json decides, and that of the sources says what they are in development.
      ...(format === 'module'
        ? {}
        : { module: 'CommonJS', moduleResolution: 'Bundler', verbatimModuleSyntax: false, isolatedModules: true }),
    },
    include: [`${packageDirectory}/src`],
    exclude: developmentFiles.map((pattern) => `${packageDirectory}/src/${pattern}`),
  };
}

function toPaths({ manifest, directory }: BuiltPackage): [string, string[]][] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    const file = declarationsOf(target);
    return file === undefined ? [] : [[manifest.name + subpath.slice(1), [`${directory}/${file.slice(2)}`]]];
  });
}

/** The declarations behind an entry, or the file itself where it has none (JSON). */
function declarationsOf(target: ExportTarget): string | undefined {
  if (target === null) return undefined;
  if (typeof target === 'string') return target;
  return declarationsOf(target.types ?? target.default ?? target.import ?? null);
}
