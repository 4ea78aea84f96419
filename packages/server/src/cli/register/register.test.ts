import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { registerLinks, toDesktopEntry, toInstructions } from './register-links.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'posthouse-register-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('swarm:// links', () => {
  test('a desktop entry opens swarm:// links on Linux', async () => {
    // Nothing of this machine is in the path, so its own settings are not touched.
    const terminal = testTerminal({ home, environment: { PATH: home } });
    expect(await registerLinks(terminal, { platform: 'linux' })).toBe(0);
    const entry = await readFile(join(home, '.local/share/applications/mail-swarm.desktop'), 'utf8');
    expect(entry).toContain('MimeType=x-scheme-handler/swarm;\n');
    expect(entry).toMatch(/^Exec=.* client %u$/m);
    expect(terminal.said()).toContain('mail-swarm.desktop');
    expect(terminal.said()).toContain('xdg-mime default mail-swarm.desktop x-scheme-handler/swarm');
  });

  test('links stay unregistered in a dry run', async () => {
    const terminal = testTerminal({ home, environment: { XDG_DATA_HOME: join(home, 'data') } });
    expect(await registerLinks(terminal, { platform: 'linux', dryRun: true })).toBe(0);
    expect(terminal.said()).toContain(`${join(home, 'data/applications/mail-swarm.desktop')} would have:`);
    await expect(readFile(join(home, 'data/applications/mail-swarm.desktop'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['darwin', 'Info.plist'],
    ['win32', 'HKCU'],
    ['plan9', 'LINK'],
  ])('the registration of links is explained on %s', async (platform, word) => {
    const terminal = testTerminal({ home });
    expect(await registerLinks(terminal, { platform })).toBe(0);
    expect(terminal.said()).toContain(word);
    expect(toInstructions(platform, ['posthouse'])).toContain('posthouse client');
  });
});

test('a desktop entry survives unusual paths', () => {
  expect(toDesktopEntry(['/opt/my node/bin/node', '/a/100%/$x.js'])).toContain(
    'Exec="/opt/my node/bin/node" "/a/100%%/\\\\$x.js" client %u',
  );
  expect(toDesktopEntry(['/usr/bin/node', '/a-b_c.js'])).toContain('Exec=/usr/bin/node /a-b_c.js client %u');
});
