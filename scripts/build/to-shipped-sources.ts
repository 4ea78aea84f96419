import { posix } from 'node:path';

interface SourceMap {
  sources: string[];
}

/** A source map whose sources lie inside the package, and which files have to be copied there. */
export interface ShippedSources {
  map: string;
  /** Paths below the package's `src`, to be copied to `src` of the published package. */
  files: string[];
}

/**
 * Source maps point back at the repository, which nobody who installs a package has. The sources travel along in
 * `src/`, so that debuggers and "go to definition" arrive at the code that was written.
 *
 * @param mapFile where the map stands, relative to the published package
 * @param sourceDirectory the package's `src`, relative to the published package
 */
export function toShippedSources(mapFile: string, text: string, sourceDirectory: string): ShippedSources {
  const map = JSON.parse(text) as SourceMap;
  const mapDirectory = posix.dirname(mapFile);
  const files = map.sources.map((source) => posix.relative(sourceDirectory, posix.join(mapDirectory, source)));
  const sources = files.map((file) => posix.relative(mapDirectory, posix.join('src', file)));
  return { map: JSON.stringify({ ...map, sources }), files };
}
