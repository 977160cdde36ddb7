/** The beginning of a PNG of this size: as much as is looked at before a model sees it. */
export function pngBytes(width: number, height: number): Buffer {
  const file = Buffer.alloc(32);
  file.write('\x89PNG\r\n\x1a\n', 'latin1');
  file.write('IHDR', 12, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

export function gifBytes(width: number, height: number): Buffer {
  const file = Buffer.alloc(16);
  file.write('GIF89a', 'latin1');
  file.writeUInt16LE(width, 6);
  file.writeUInt16LE(height, 8);
  return file;
}
