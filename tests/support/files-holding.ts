import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files below the folder that hold this text: as it is, in base64 at any offset, in hex, or in UTF-16. */
export function filesHolding(folder: string, text: string): readonly string[] {
  const forms = formsOf(text);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return forms.some((form) => bytes.includes(form));
    })
    .map((file) => path.relative(folder, file));
}

function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  // Characters of base64 at both ends depend on what stands around: only those in the middle are the text's own.
  const encoded = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return Buffer.from(
      shifted.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1),
    );
  });
  return [bytes, ...encoded, Buffer.from(bytes.toString('hex')), Buffer.from(text, 'utf16le')];
}
