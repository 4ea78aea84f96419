import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTsc } from '../process/run-tsc.ts';

/**
 * Complaints that mean "ES2022 does not have this": unknown names (2304, 2552, 2580–2584, 2591–2593), members that a
 * newer library brings (2550), missing global types (2318) and syntax (1000–1999). Compiled code has lost its types, so
 * other complaints only say that they are missing.
 */
const relevant = /error TS(?:1\d{3}|2304|2318|2550|2552|258[0-4]|259[1-3]):/;

/**
 * Uses of names and members that ES2022 alone does not have (Node's, the browser's, a later standard's) in the given
 * JavaScript files, as the compiler's own sentences.
 */
export async function newerLibraryUse(directory: string, files: readonly string[]): Promise<string[]> {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    module: 'NodeNext',
    allowJs: true,
    checkJs: true,
    maxNodeModuleJsDepth: 0,
    strict: false,
    skipLibCheck: true,
    noEmit: true,
  };
  const project = join(directory, 'tsconfig.es2022.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { code, output } = await runTsc(['--project', project], { directory });
  if (code !== 0 && !/error TS\d+:/.test(output)) throw new Error(`tsc ended with ${code}: ${output}`);
  return output.split('\n').filter((line) => relevant.test(line));
}
