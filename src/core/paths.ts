import { sep } from 'node:path';

/** True for the folder itself and everything below it; both absolute and normal. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Longest cleaned name, in bytes of UTF-8: a number and an ending for a half-written file still fit into 255. */
const MAX_NAME_LENGTH = 200;
/** Longest extension that survives a cut, with its dot. */
const MAX_EXTENSION_LENGTH = 20;
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Makes a name from outside safe on every system and in a command line: one path component of letters, digits and
 * `._-+@()`, that does not begin with a dot or a dash and is no device of Windows.
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}._+@()-]+/gu, '_')
    .replace(/^[._\p{M}-]+/u, '')
    .replace(/[._]+$/, '');
  const cut = shortenName(plain);
  if (cut === '') return 'file';
  return isReservedName(cut) ? `_${cut}` : cut;
}

/** A device of Windows, which a file of this name would be there. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

/** Files that test runners look for in every folder below the project's, hidden ones too. */
const CODE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|php)$/i;

/** The name with `.txt` behind it when it is of a kind that tools run or obey just because it is there. */
export function inertName(name: string, isObeyed: (name: string) => boolean): string {
  return CODE_NAME.test(name) || isObeyed(name) ? `${name}.txt` : name;
}

/** The same name with a number before its extension: `report-2.pdf`. */
export function numberedName(name: string, number: number): string {
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
}

function shortenName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_LENGTH) return name;
  const extension = extensionOf(name);
  const room = MAX_NAME_LENGTH - Buffer.byteLength(extension);
  let stem = '';
  let size = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    size += Buffer.byteLength(character);
    if (size > room) break;
    stem += character;
  }
  return `${stem}${extension}`;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return Buffer.byteLength(extension) <= MAX_EXTENSION_LENGTH ? extension : '';
}
