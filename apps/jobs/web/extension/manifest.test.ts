import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLACES } from './page-access.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const manifest = read('public/manifest.json') as chrome.runtime.ManifestV3;

test('the manifest asks only for the panel, the chosen page and storage of a token', () => {
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'sidePanel', 'storage']);
});

test('the manifest reads no page by itself unless the user allows it', () => {
  expect(manifest).not.toHaveProperty('host_permissions');
  expect(manifest).not.toHaveProperty('optional_permissions');
  expect(manifest).not.toHaveProperty('content_scripts');
  expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
  expect(PLACES.everywhere).toEqual(manifest.optional_host_permissions);
  for (const place of PLACES.boards) expect(place).toMatch(/^https:\/\/\*\.[a-z]+\.[a-z]+\/\*$/);
});

test('the manifest lets no page and no other extension in', () => {
  expect(manifest).not.toHaveProperty('externally_connectable');
  expect(manifest).not.toHaveProperty('web_accessible_resources');
});

test('the manifest has a policy under which only its own scripts run, and only the app is contacted', () => {
  const policy = manifest.content_security_policy?.extension_pages ?? '';
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...sources] = rule.trim().split(' ');
      return [name, sources];
    }),
  );
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    // Plain HTTP is for this machine only.
    'connect-src': ['http://127.0.0.1:*', 'http://localhost:*', 'https:'],
    'frame-src': ['blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
});

test('the manifest names existing files', () => {
  const icons = [...Object.values(manifest.icons ?? {}), ...Object.values(manifest.action?.default_icon ?? {})];
  expect(icons).toHaveLength(6);
  for (const icon of icons) expect(existsSync(new URL(`public/${icon}`, import.meta.url)), icon).toBe(true);
  expect(manifest.side_panel?.default_path).toBe('panel.html');
  expect(manifest.background?.service_worker).toBe('service-worker.js');
  for (const name of ['panel.html', 'service-worker.ts']) {
    expect(existsSync(new URL(name, import.meta.url)), name).toBe(true);
  }
});

test('the manifest has what browsers and stores require', () => {
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.version).toBe((read('../package.json') as { version: string }).version);
  expect(manifest.name.length).toBeLessThanOrEqual(75);
  expect(manifest.description?.length).toBeLessThanOrEqual(132);
  // The first with everything that the panel uses.
  expect(Number(manifest.minimum_chrome_version)).toBeGreaterThanOrEqual(126);
});
