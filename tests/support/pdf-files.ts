import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF of pages with these lines. `extra`: more of its trailer. */
export function pdfBytes(pages: readonly (readonly string[])[], extra = ''): Buffer {
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  const font = 3 + 2 * pages.length;
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      ...pages.flatMap((lines, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${4 + 2 * index} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        streamOf('', Buffer.from(contentOf(lines), 'latin1')),
      ]),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ],
    extra,
  );
}

/** A small file whose one page stands for so many megabytes. */
export function pdfBomb(megabytes: number): Buffer {
  const packed = deflateSync(packedSpaces(megabytes));
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    streamOf('/Filter [/FlateDecode /FlateDecode]', packed),
  ]);
}

const MB = 1024 * 1024;

/** What `deflateSync` makes of spaces, from one megabyte that is packed and repeated: to pack them all takes seconds. */
function packedSpaces(megabytes: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(MB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const parts = Array.from({ length: megabytes }, () => part);
  const header = Buffer.of(0x78, 0x9c);
  return Buffer.concat([header, ...parts, deflateRawSync(''), checksumOfSpaces(megabytes * MB)]);
}

/** Adler-32. */
function checksumOfSpaces(count: number): Buffer {
  const [space, modulus, n] = [0x20n, 65_521n, BigInt(count)];
  const sum = (1n + space * n) % modulus;
  const sumOfSums = (n + (space * n * (n + 1n)) / 2n) % modulus;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(Number((sumOfSums << 16n) | sum));
  return checksum;
}

/** It opens with a password that nobody knows. */
export function lockedPdf(): Buffer {
  const key = '41'.repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<${key}> <${key}>]`;
  return pdfBytes([['secret']], encrypt);
}

function contentOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 50 700 Td ${shown.join(' ')} ET`;
}

function streamOf(entries: string, bytes: Buffer): string {
  return `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

function pdfOf(objects: readonly string[], extra = ''): Buffer {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${extra} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
