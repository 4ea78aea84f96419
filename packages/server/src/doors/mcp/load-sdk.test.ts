import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a server starts without the MCP SDK, and loads it for the first client', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const sdk = () => loaded.filter((url) => url.includes('@modelcontextprotocol/sdk')).length;
    await import(${JSON.stringify(new URL('../../start-server.ts', import.meta.url).href)});
    const atStart = sdk();
    const { loadSDK } = await import(${JSON.stringify(new URL('load-sdk.ts', import.meta.url).href)});
    await loadSDK();
    console.log(JSON.stringify({ atStart, afterwards: sdk() > 0 }));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ atStart: 0, afterwards: true });
});
