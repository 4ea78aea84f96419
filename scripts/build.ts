import { join, relative } from 'node:path';
import { buildWorkspace } from './build/build-workspace.ts';
import { readWorkspace } from './workspace/read-workspace.ts';

// Builds all public packages into their `dist` folders; what is published is packed from there.
const workspace = readWorkspace();
try {
  const built = await buildWorkspace(workspace, ({ folder }) => join(workspace.root, folder, 'dist'));
  for (const { manifest, directory } of built) {
    console.log(`${manifest.name} ${manifest.version} → ${relative(workspace.root, directory)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
