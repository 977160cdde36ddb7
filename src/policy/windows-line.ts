import { hasHiddenCharacters, hasLookAlikes } from './display.ts';
import type { LineReading, ParsedCommand } from './parse-command-line.ts';

// Placeholders while words are split; a line with such characters never becomes an argv.
const QUOTE = '\u0001';
const LITERAL_QUOTE = '\u0002';
const BLANK = '\u0003';

/** Everything that cmd.exe or PowerShell may act on; such a line is never run without a person. */
const SHELL_TEXT = /[%!^&|<>`$;()'\r\n]/;

/**
 * Parses a line for Windows by the rules of CommandLineToArgvW. Only a line without any shell character becomes an
 * argv; in other lines, the commands between separators are found so that denied names are noticed.
 */
export function readWindowsLine(line: string): LineReading {
  if (/[\0\p{Cs}]/u.test(line)) return { kind: 'unparsable', detail: 'it holds a NUL or half a character' };
  if (line.trim() === '') return { kind: 'unparsable', detail: 'it is empty' };
  const argv = splitWindowsWords(line);
  if (argv === undefined) return { kind: 'unparsable', detail: 'a double quote is not closed' };
  // Programs may receive their words in an old code page, which replaces look-alikes by what they look like.
  if (SHELL_TEXT.test(line) || hasHiddenCharacters(line) || hasLookAlikes(line)) {
    const obstacle = {
      rule: 'operator',
      reason: 'It holds characters that a Windows shell acts on, or that cannot be seen.',
    };
    const shape = { kind: 'shell', obstacle } as const;
    return { kind: 'read', shape, commands: splitIntoCommands(line), redirects: [], callsItself: false };
  }
  const shape = { kind: 'argv', argv } as const;
  return { kind: 'read', shape, commands: [{ words: argv, input: [] }], redirects: [], callsItself: false };
}

function splitIntoCommands(line: string): readonly ParsedCommand[] {
  return line
    .split(/[&|;()<>`\r\n]+/)
    .map((part) => wordsOfPart(part.replaceAll('^', '')))
    .filter((words) => words.length > 0)
    .map((words) => ({ words, input: [] }));
}

/** Words of a part; a quote that was opened around several commands is left out. */
function wordsOfPart(part: string): readonly string[] {
  return splitWindowsWords(part) ?? splitWindowsWords(part.replaceAll('"', '')) ?? [];
}

/**
 * Undefined when a quote stays open. Backslashes are special only before a double quote: two are one, and an odd one
 * makes the quote an ordinary character.
 */
function splitWindowsWords(line: string): readonly string[] | undefined {
  const marked = line.replace(/(\\*)"/g, (_, slashes: string) => {
    const kept = '\\'.repeat(Math.floor(slashes.length / 2));
    return kept + (slashes.length % 2 === 1 ? LITERAL_QUOTE : QUOTE);
  });
  const pieces = marked.split(QUOTE);
  if (pieces.length % 2 === 0) return undefined;
  // Every second piece was between quotes; the mark stays so that "" is still a word.
  const joined = pieces
    .map((piece, index) => (index % 2 === 1 ? piece.replace(/[ \t]/g, BLANK) : piece))
    .join(QUOTE);
  const words = joined.split(/[ \t\r\n]+/).filter((word) => word !== '');
  return words.map((word) =>
    word.replaceAll(QUOTE, '').replaceAll(LITERAL_QUOTE, '"').replaceAll(BLANK, ' '),
  );
}

/** Names that are devices in every folder. */
const DEVICE = /(^|[/=:])(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)([ .:/]|$)/i;
/**
 * Notations of git and pytest with the signs of drives, streams and short names: `HEAD~2`, `HEAD:src/a.ts`,
 * `a.py::b`.
 */
const REVISION = /\bHEAD(~\d*)?(:(?=[\w.]))?/g;
const NODE_ID = /^([\w./-]+\.py)(::\w+)+$/;

/**
 * True for a word that Windows reads as more than a relative path with `/`: drives, shares, streams, short names,
 * devices.
 */
export function isWindowsPath(word: string, program: string | undefined): boolean {
  if (DEVICE.test(word)) return true;
  const plain = program === 'git' ? word.replace(REVISION, '') : word.replace(NODE_ID, '$1');
  return /[\\:~]/.test(plain);
}
