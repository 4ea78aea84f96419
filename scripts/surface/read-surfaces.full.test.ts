import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicPackages, readWorkspace } from '../workspace/read-workspace.ts';
import { readSurfaces } from './read-surfaces.ts';

const workspace = readWorkspace();
const surfaces = readSurfaces();

test.each(publicPackages(workspace))(
  'the surface of $manifest.name is what `npm run generate` has written down',
  async ({ folder }) => {
    const file = `${folder}/surface.txt`;
    expect(readFileSync(join(workspace.root, file), 'utf8')).toBe((await surfaces)[file]);
  },
);
