import { bundle } from './bundles/bundle.ts';
import { installBuilt } from './bundles/install-built.ts';
import { bundleLimits, toOverweight, toWeight } from './bundles/limits.ts';
import { readWorkspace } from './workspace/read-workspace.ts';

// Part of `npm run check`: what pages import of the published packages stays light.
try {
  using installed = await installBuilt(readWorkspace(), [
    '@posthouse/protocol',
    '@posthouse/client',
    '@posthouse/ai-sdk-provider',
  ]);
  for (const limit of bundleLimits) {
    const made = await bundle(installed.directory, limit);
    const sizes = Object.entries(made.sizes).map(([bundler, size]) => `${toWeight(size)} with ${bundler}`);
    console.log(`${limit.name}: ${sizes.join(', ')}; at most ${toWeight(limit.most)}`);
    for (const sentence of toOverweight(limit, made)) {
      console.error(sentence);
      process.exitCode = 1;
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
