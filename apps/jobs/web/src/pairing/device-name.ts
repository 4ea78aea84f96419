const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * What to call a device by what its browser says about itself.
 *
 * @example toDeviceName('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0') // 'Firefox, Linux'
 */
export function toDeviceName(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return names.length === 0 ? 'browser' : names.join(', ');
}
