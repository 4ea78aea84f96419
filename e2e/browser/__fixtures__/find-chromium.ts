import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** The Chromium of this machine: the one that `CHROMIUM_PATH` names, or one that is installed. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string {
  const { CHROMIUM_PATH, PATH = '' } = environment;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
  const folders = [...PATH.split(delimiter), '/usr/bin'];
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    'These tests need a Chromium: install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
}
