import { ANSI_SEQUENCES } from '../../../core/text.ts';
import type { VoiceTexts } from '../texts/texts.ts';

/** How the redactor marks what it hides. */
const HIDDEN = /\[secret\]/g;
const CODE_BLOCK = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g;
/** Such tags make a voice wait or read from elsewhere. */
const TAG = /<\/?[a-z!][^<>]*>/gi;
const LABELLED_LINK = /!?\[([^[\]\n]*)\]\([^)\n]*\)/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S*[^\s.,;:!?)\]}'"]/gi;
const INLINE_CODE = /(`+)([^`\n]+)\1/g;
/** One slash alone may stand between two words. */
const SURE_PATH = /^[./]|\/.*\/|\.[a-z]\w{0,5}(?::\d+)*$/i;
/** Hexadecimal with both digits and letters: nobody hears a commit's name. */
const HASH = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi;
const LIST_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>+)[ \t]+/gm;

/**
 * A written text as it is read aloud: no code, no emoji, no Markdown, files by their name alone. Lines become
 * sentences.
 * @param text without secrets
 */
export function speakableText(text: string, { spoken }: Pick<VoiceTexts, 'spoken'>): string {
  const words = text
    .replace(ANSI_SEQUENCES, '')
    .replace(CODE_BLOCK, '\n')
    .replace(TAG, ' ')
    .replace(HIDDEN, ` ${spoken.secret} `)
    .replace(LABELLED_LINK, '$1')
    .replace(ADDRESS, spoken.link)
    .replace(INLINE_CODE, (_all, _ticks, code: string) => plainCode(code.trim()))
    .replace(pathPattern(), (path) => spokenPath(path, spoken.dot))
    .replace(HASH, ' ')
    .replace(
      /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/gu,
      ' ',
    )
    .replace(LIST_MARK, '');
  return words
    .split(/\n+/)
    .map((line) => tidyLine(line.replace(/[*_~#`|<>{}[\]\\=^→←↪·•$@+]|\p{Cc}|\p{Cf}/gu, ' ')))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map(asSentence)
    .join(' ');
}

/** A command of a few words can be heard (`npm test`), a path is read as one; anything else is code. */
function plainCode(code: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u.test(code)) return code;
  return new RegExp(`^(?:${pathPattern().source})$`, 'iu').test(code) ? code : '';
}

/**
 * `src/login.ts`, `./a/b.py:12`, `README.md`: with a folder, or an ending that begins with a letter. Made when
 * something is read aloud: so many classes of characters take milliseconds, which no start should pay.
 */
function pathPattern(): RegExp {
  return /(?<![\p{L}\p{N}_/@.-])(?:(?:\.{0,2}\/)?(?:[\p{L}\p{N}_@.+-]+\/)+[\p{L}\p{N}_@.+-]*[\p{L}\p{N}_]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]\w{0,5})(?::\d+)*(?![\p{L}\p{N}_/])/giu;
}

/** `src/auth/login-form.test.ts:12` is `login form dot test dot ts`; `and/or` stays. */
function spokenPath(path: string, dot: string): string {
  if (!SURE_PATH.test(path)) return path;
  const [file = ''] = path.replace(/\/+$/, '').split('/').at(-1)?.split(':') ?? [];
  return file
    .replace(/^\.+/, '')
    .replace(/[_@+-]+/g, ' ')
    .replace(/\.+/g, ` ${dot} `);
}

/** Each line ends a sentence. */
function asSentence(line: string): string {
  return /[\p{L}\p{N})"'’”»]$/u.test(line) ? `${line}.` : line;
}

function tidyLine(line: string): string {
  return line
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/(?<=[.!?])\.+/g, '')
    .replace(/^[\s.,;:!?-]+/, '')
    .trim();
}
