import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * A WOFF font as the plain font that is packed in it. The library that sets the text unpacks a table of a WOFF file
 * again for every letter, which takes a minute for a page of Chinese; plain fonts it reads where it needs to.
 */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => readTable(woff, WOFF_HEADER + at * WOFF_ENTRY));
  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  const selector = Math.floor(Math.log2(count));
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** selector * 16, 6);
  directory.writeUInt16BE(selector, 8);
  directory.writeUInt16BE(count * 16 - 2 ** selector * 16, 10);
  let offset = directory.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const entry = SFNT_HEADER + at * SFNT_ENTRY;
    tag.copy(directory, entry);
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    offset += padded(data.length);
  }
  return Buffer.concat([directory, ...tables.map(({ data }) => Buffer.concat([data], padded(data.length)))]);
}

function readTable(woff: Buffer, entry: number): { tag: Buffer; checksum: number; data: Buffer } {
  const [offset, packed, length] = [
    woff.readUInt32BE(entry + 4),
    woff.readUInt32BE(entry + 8),
    woff.readUInt32BE(entry + 12),
  ];
  const bytes = woff.subarray(offset, offset + packed);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    // Tables that would not become smaller are stored as they are.
    data: packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes,
  };
}

/** Tables begin at multiples of four. */
function padded(length: number): number {
  return (length + 3) & ~3;
}
