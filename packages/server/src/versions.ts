import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the MAIL protocol that is spoken here. */
export const PROTOCOL_VERSION = '1.3';

/** The version of this package, as it is installed. */
export function packageVersion(): string {
  const file = findPackageJSON('.', import.meta.url);
  if (file === undefined) throw new Error('the package.json of @posthouse/server is missing');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
