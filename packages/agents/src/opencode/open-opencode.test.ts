import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStandInSDK, standInOpencode } from './__fixtures__/stand-in-opencode.ts';
import { createOpencodeAdapter } from './opencode-adapter.ts';

const stand = standInOpencode();
const empty = mkdtempSync(join(tmpdir(), 'open-opencode-'));
beforeAll(() => addStandInSDK(stand.folder));
afterAll(() => {
  stand[Symbol.dispose]();
  rmSync(empty, { recursive: true, force: true });
});

const signal = new AbortController().signal;

describe('opening OpenCode', () => {
  test('connects the client to our server, with the folder of the session and our password', async () => {
    const adapter = createOpencodeAdapter({ from: stand.folder });
    await using session = await adapter.open({
      cwd: '/workspace',
      env: { STAND_IN_MANNER: 'serve' },
      options: { executable: stand.executable },
    });
    expect(session.pid).toBeUndefined();
    const failure = session.send({ parts: [] }, { signal })[Symbol.asyncIterator]().next();
    await expect(failure).rejects.toThrow(/"directory":"\/workspace","headers":\{"authorization":"Basic /);
  });

  test('names the package to install when it is missing', async () => {
    const opening = createOpencodeAdapter({ from: empty }).open({ cwd: '/workspace' });
    await expect(opening).rejects.toMatchObject({ code: 'agent_unavailable' });
    await expect(opening).rejects.toThrow('npm install @opencode-ai/sdk');
  });

  test('names the program to install when it is missing', async () => {
    const options = { cwd: '/workspace', options: { executable: '/no/such/opencode' } };
    const opening = createOpencodeAdapter({ from: stand.folder }).open(options);
    await expect(opening).rejects.toMatchObject({ code: 'agent_unavailable' });
    await expect(opening).rejects.toThrow('npm install opencode-ai');
  });

  test('refuses an invalid model before anything is started', async () => {
    const opening = createOpencodeAdapter({ from: stand.folder }).open({ cwd: '/workspace', model: 'parrot' });
    await expect(opening).rejects.toMatchObject({ code: 'invalid_configuration' });
  });
});

describe('availability of OpenCode', () => {
  test('availability requires the package', async () => {
    expect(await createOpencodeAdapter({ from: empty }).availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('@opencode-ai/sdk'),
    });
  });

  test('availability requires the program', async () => {
    const { PATH } = process.env;
    try {
      process.env.PATH = empty;
      expect(await createOpencodeAdapter({ from: stand.folder }).availability()).toMatchObject({
        available: false,
        reason: expect.stringContaining('opencode-ai'),
      });
      process.env.PATH = stand.folder;
      expect(await createOpencodeAdapter({ from: stand.folder }).availability()).toEqual({ available: true });
    } finally {
      process.env.PATH = PATH;
    }
  });
});
