import { decodeBytes, decodeWindows1252 } from '../core/text-encoding.ts';

/** What can be read of an answer. `other`: neither text nor a PDF. */
export type PageKind = 'html' | 'pdf' | 'text' | 'other';

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const TEXT_TYPES =
  /^text\/|[/+](json|xml|yaml|toml|javascript|ecmascript|typescript|x-sh|x-yaml|x-ndjson|ndjson|sql|graphql|rtf)$/;
const VAGUE_TYPES = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];
/** How much of the beginning shows the type, in bytes. */
const BEGINNING = 1024;

/** By the declared type; where that says nothing, by how the bytes begin. */
export function pageKind(declared: string, bytes: Buffer): PageKind {
  const type = mediaType(declared);
  const begin = bytes.subarray(0, BEGINNING);
  if (begin.includes('%PDF-') && (type === 'application/pdf' || VAGUE_TYPES.includes(type))) return 'pdf';
  if (HTML_TYPES.includes(type)) return 'html';
  if (TEXT_TYPES.test(type)) return 'text';
  if (!VAGUE_TYPES.includes(type) || decodeText(declared, bytes) === undefined) return 'other';
  return /<!doctype html|<html[\s>]/i.test(begin.toString('latin1')) ? 'html' : 'text';
}

export function mediaType(declared: string): string {
  return (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * By its mark, else by what the answer or the page itself declares, else as the bytes suggest; undefined when it is no
 * text.
 */
export function decodeText(declared: string, bytes: Buffer): string | undefined {
  const named = byMark(bytes) ?? charsetIn(declared) ?? charsetInPage(bytes);
  const decoded = named === undefined ? undefined : decodeAs(named, bytes);
  if (decoded !== undefined) return decoded;
  const guessed = decodeBytes(bytes);
  if (guessed === 'binary') return undefined;
  return guessed === 'unknown' ? new TextDecoder('utf-8').decode(bytes) : guessed.text;
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfeff) return 'utf-16be';
  return mark === 0xfffe ? 'utf-16le' : undefined;
}

function charsetIn(declared: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(declared)?.[1];
}

function charsetInPage(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, BEGINNING).toString('latin1');
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(begin)?.[1];
}

/** Undefined for an unknown encoding. */
function decodeAs(charset: string, bytes: Buffer): string | undefined {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
