export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = 0xffd8;

/** Size in pixels as the file's own header says; undefined when it is neither PNG nor JPEG, or cut off. */
export function imageSize(image: Buffer): ImageSize | undefined {
  if (image.length >= 24 && image.subarray(0, 8).equals(PNG))
    return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  return image.length >= 4 && image.readUInt16BE(0) === JPEG_START ? jpegSize(image) : undefined;
}

export function imageType(image: Buffer): 'image/png' | 'image/jpeg' {
  return image.subarray(0, 8).equals(PNG) ? 'image/png' : 'image/jpeg';
}

/** Goes from segment to segment: a preview inside the file has a size of its own. */
function jpegSize(image: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (isFrameHeader(marker))
      return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
    at += 2 + image.readUInt16BE(at + 2);
  }
  return undefined;
}

/** C0 to CF, except tables and extensions. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
