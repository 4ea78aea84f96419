import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A key and a self-signed certificate for one host name, made when called: no secret in a repository.
 *
 * @example
 * const { key, certificate } = selfSignedCertificate('localhost');
 * https.createServer({ key, cert: certificate }, listener);
 */
export function selfSignedCertificate(hostname: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(objectIdentifier('550403'), der(0x0c, Buffer.from(hostname)))));
  const algorithm = sequence(objectIdentifier('2a8648ce3d040302'));
  const day = 86_400_000;
  const alternativeNames = sequence(der(0x82, Buffer.from(hostname)));
  const extensions = sequence(sequence(objectIdentifier('551d11'), der(0x04, alternativeNames)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: toPem(whole) };
}

/** One value in DER, the encoding of certificates: a tag, a length, the content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function objectIdentifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
