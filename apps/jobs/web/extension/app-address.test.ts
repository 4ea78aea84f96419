import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAppAddress, USUAL_ADDRESS } from './app-address.ts';

test.each([
  [USUAL_ADDRESS, USUAL_ADDRESS],
  [' http://localhost:3033/ ', 'http://localhost:3033'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://jobs.example.org', 'https://jobs.example.org'],
  ['https://example.org/jobs/assistant/', 'https://example.org/jobs/assistant'],
  ['HTTPS://Example.org:443', 'https://example.org'],
])('the app address %j is used as %s', (text, address) => {
  expect(toAppAddress(text)).toBe(address);
});

test.each([
  ['in the clear, to another machine', 'http://192.168.1.5:3033'],
  ['in the clear, to a name that only looks like this machine', 'http://localhost.example.org:3033'],
  ['with a password', 'https://me:secret@example.org'],
  ['with a question', 'https://example.org/?token=x'],
  ['with a fragment', 'https://example.org/#/jobs'],
  ['that is a script', 'javascript:alert(1)'],
  ['that is a file', 'file:///etc/passwd'],
  ['without a scheme', 'example.org'],
  ['that is nothing', ''],
])('an app address %s is refused', (_name, text) => {
  expect(toAppAddress(text)).toBeUndefined();
});

test('a normalized app address stays the same', () => {
  const piece = fc.constantFrom('/', 'jobs', '.', '..', ':', '443', '@', '?', '#', '%20', ' ', 'é', 'localhost');
  fc.assert(
    fc.property(fc.constantFrom('http://', 'https://'), fc.array(piece), (scheme, pieces) => {
      const address = toAppAddress(`${scheme}localhost${pieces.join('')}`);
      expect(address === undefined ? undefined : toAppAddress(address)).toBe(address);
    }),
  );
});
