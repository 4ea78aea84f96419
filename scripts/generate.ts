import { mkdir, rm, writeFile } from 'node:fs/promises';
import { toGeneratedFiles } from './generated-files.ts';
import { readSurfaces } from './surface/read-surfaces.ts';

const root = new URL('../', import.meta.url);

// Start from nothing, so that a schema that is no longer made does not stay behind.
await rm(new URL('packages/protocol/schemas/', root), { recursive: true, force: true });
await mkdir(new URL('packages/protocol/schemas/', root), { recursive: true });
const files = { ...toGeneratedFiles(), ...(await readSurfaces()) };
for (const [path, text] of Object.entries(files)) await writeFile(new URL(path, root), text);
