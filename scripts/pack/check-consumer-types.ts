import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTsc } from '../process/run-tsc.ts';
import { repositoryRoot } from '../workspace/read-workspace.ts';

/** What a consumer's own project allows; the packages have to be content with it. */
export interface ConsumerSettings {
  name: string;
  /** What its own files are; ECMAScript modules unless given. */
  type?: 'commonjs';
  compilerOptions: Record<string, unknown>;
}

/** A project that runs anywhere: no types of Node, none of the browser, nothing newer than ES2022. */
export const portableConsumer: ConsumerSettings = {
  name: 'portable',
  compilerOptions: { target: 'ES2022', lib: ['ES2022'], types: [] },
};

/** A project for current Node. */
export const nodeConsumer: ConsumerSettings = {
  name: 'node',
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'ESNext.Disposable', 'ESNext.Iterator'],
    types: ['node'],
    typeRoots: [join(repositoryRoot, 'node_modules/@types')],
  },
};

/**
 * Type-checks a project that imports every given specifier, with the declarations behind them. Returns what the compiler
 * complains about in the project or in our packages; empty if it is content.
 */
export async function checkConsumerTypes(
  directory: string,
  specifiers: readonly string[],
  settings: ConsumerSettings,
): Promise<string[]> {
  const project = join(directory, `consumer-${settings.name}`);
  mkdirSync(project, { recursive: true });
  const lines = specifiers.map((specifier, index) => `export * as entry${index} from '${specifier}';\n`);
  writeFileSync(join(project, 'index.ts'), lines.join(''));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: settings.type ?? 'module' }));
  const compilerOptions = {
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    ...settings.compilerOptions,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
  const { code, output } = await runTsc(['--project', project], { directory });
  const complaints = output.split(/\n(?!\s)/).filter((each) => each.trim() !== '');
  if (code !== 0 && complaints.length === 0) throw new Error(`tsc ended with ${code} and said nothing.`);
  // `skipLibCheck` would also skip our own declarations. Others are not ours to repair: zod's want the browser's `URL`,
  // those of @ai-sdk/provider a package of types that it does not bring along.
  return complaints.filter((each) => !/^node_modules\/(?!@posthouse\/)/.test(each));
}
