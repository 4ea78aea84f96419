import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.ts';

test('a certificate is for one host name, self-signed, and valid today', () => {
  const certificate = new X509Certificate(selfSignedCertificate('desk.example').certificate);
  expect(certificate.checkHost('desk.example')).toBe('desk.example');
  expect(certificate.checkHost('other.example')).toBeUndefined();
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now());
});

test('a certificate is different every time', () => {
  expect(selfSignedCertificate('a').key).not.toBe(selfSignedCertificate('a').key);
});

test('a certificate lets only those who trust it talk to a server', async () => {
  const { key, certificate } = selfSignedCertificate('localhost');
  const server = createServer({ key, cert: certificate }, (_, answer) => answer.end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (ca?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      };
      get(options, (answer) => answer.setEncoding('utf8').on('data', resolve)).on('error', reject);
    });
  expect(await ask(certificate)).toBe('hello');
  await expect(ask()).rejects.toThrow(/self.signed/);
  server.close();
  server.closeAllConnections();
});
