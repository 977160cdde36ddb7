/**
 * One base64 line as in private keys: 64 characters, with OpenSSH 70; then anything that may end a string in code.
 */
const KEY_LINE = /^(.*?)(?<![A-Za-z\d/=])([A-Za-z\d+/]{70}|[A-Za-z\d+/]{64})((?:\\[nr])*["'`]?[\s,;+)\\]*)$/;
/** Shortest full line in base64 characters; a shorter one ends a block. */
const MIN_LINE_LENGTH = 64;
/** The last line of a block, which may be shorter. */
const LAST_LINE = /^(.*?)(?<![A-Za-z\d/=])([A-Za-z\d+/]{4,70}={0,2})((?:\\[nr])*["'`]?[\s,;+)\\]*)$/;

/** Lines of a key, joined in one line of JSON. */
const ESCAPED_LINES = /(?<![A-Za-z\d+/=])(?:[A-Za-z\d+/]{64}\\n)+[A-Za-z\d+/]{1,64}={0,2}(?![A-Za-z\d+/=])/g;

/** A long word of base64, which every key line contains. */
const CUE = /(?<![A-Za-z\d+/=])[A-Za-z\d+/]{64}/;

/** Permitted prefixes: signs of a diff or a quotation, `L12: `, or file and line of a search. */
const BEFORE = /^(?:[\s+<>|-]*|\s*L?\d{1,7}[:-]\s*|\S{1,300}[:-]\d{1,7}[:-]\s*|\S{1,300}:)["'`]?$/;

const PUBLIC_BEGIN = /-----BEGIN (?!(?:[A-Z\d ]* )?PRIVATE KEY)[A-Z\d ]{1,60}-----/;

/** The base64 beginnings of pictures, archives and documents. */
const MEDIA =
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|UEsDB|H4sI|JVBERi0|Qk0|AAABAA|d09G|T2dnUw|SUkq|PHN2Zy|PD94bWw)/;

/**
 * Hides single lines of private keys, as searches and ranges of lines show them. Lines in a block of another kind (a
 * certificate, a public key), or behind the beginning of a picture or an archive, stay.
 * @param isDrawn whether letters and digits are in random order
 */
export function withoutKeyLines(text: string, mask: string, isDrawn: (word: string) => boolean): string {
  if (!CUE.test(text)) return text;
  let kind: Block = 'none';
  return text
    .replace(ESCAPED_LINES, (run) => (isDrawn(run.slice(0, 64)) && !MEDIA.test(run) ? mask : run))
    .split('\n')
    .map((line) => {
      const { shown, next } = hideLine(line, kind, { mask, isDrawn });
      kind = next;
      return shown;
    })
    .join('\n');
}

/** `open`: the previous line was one of a key. `closed`: the lines are public. */
type Block = 'none' | 'open' | 'closed' | 'media';

interface How {
  readonly mask: string;
  readonly isDrawn: (word: string) => boolean;
}

function hideLine(line: string, kind: Block, how: How): { readonly shown: string; readonly next: Block } {
  if (line.includes('-----')) return { shown: line, next: PUBLIC_BEGIN.test(line) ? 'closed' : 'none' };
  if (kind === 'closed') return { shown: line, next: kind };
  const [, before = '', body = '', after = ''] = (kind === 'open' ? LAST_LINE : KEY_LINE).exec(line) ?? [];
  const next = BEFORE.test(before) ? nextBlock(body, kind, how) : 'none';
  if (next !== 'open') return { shown: line, next };
  return { shown: `${before}${how.mask}${after}`, next: body.length < MIN_LINE_LENGTH ? 'none' : 'open' };
}

function nextBlock(body: string, kind: Block, { isDrawn }: How): Block {
  if (body === '') return 'none';
  if (kind === 'media' || MEDIA.test(body)) return 'media';
  return kind === 'open' || isDrawn(body) ? 'open' : 'none';
}
