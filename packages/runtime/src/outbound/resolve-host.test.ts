import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { resolveChecked, systemResolve } from './resolve-host.ts';

test('resolves localhost with the system resolver', async () => {
  const addresses = await systemResolve('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address);
});

describe('addresses of a host', () => {
  test('no host is looked up if the URL names an address', async () => {
    const resolve = async (): Promise<string[]> => {
      throw new Error('must not be asked');
    };
    expect(await resolveChecked(new URL('http://8.8.8.8/'), {}, resolve)).toEqual(['8.8.8.8']);
    expect(await resolveChecked(new URL('http://[2606:4700::1]/'), {}, resolve)).toEqual(['2606:4700::1']);
    await expect(resolveChecked(new URL('http://[::1]/'), {}, resolve)).rejects.toMatchObject({ code: 'url_refused' });
  });

  test('the addresses of a host are returned if and only if all of them are allowed', async () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('8.8.8.8', '127.0.0.1', '10.0.0.1'));
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 4 }), async (addresses) => {
        const outcome = await resolveChecked(new URL('http://name.example/'), {}, async () => addresses).catch(
          (error: { code: string }) => error.code,
        );
        const allowed = addresses.every((each) => checkAddress(each, {}) === undefined);
        expect(outcome).toEqual(allowed ? addresses : 'url_refused');
      }),
    );
  });

  test('a name without addresses is an error', async () => {
    await expect(resolveChecked(new URL('http://name.example/'), {}, async () => [])).rejects.toThrow('no address');
  });
});
