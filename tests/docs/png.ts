import { inflateSync } from 'node:zlib';

/**
 * What a picture shows: its size, palette and pixels. Two files that show the same may differ in how they are
 * compressed, which depends on the zlib of the machine.
 */
export function shownBy(png: Uint8Array): Buffer {
  const file = Buffer.from(png);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (type !== 'IEND') parts.push(type === 'IDAT' ? inflateSync(data) : data);
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
