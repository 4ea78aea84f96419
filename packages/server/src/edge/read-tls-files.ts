import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { invalidConfiguration } from '@posthouse/protocol';

/** Reads a certificate and its key, and makes sure that they belong together before anybody connects. */
export async function readTLSFiles(files: {
  certFile: string;
  keyFile: string;
}): Promise<{ cert: string; key: string }> {
  const [cert, key] = await Promise.all([read('certificate', files.certFile), read('key', files.keyFile)]);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    const { code = 'they are not in PEM format' } = cause as NodeJS.ErrnoException;
    throw invalidConfiguration(
      `the certificate ${files.certFile} and the key ${files.keyFile} cannot be used: ${code}`,
      { cause },
    );
  }
  return { cert, key };
}

async function read(what: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw invalidConfiguration(`the TLS ${what} ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
}
