import { isJsonObject, type Json } from '../core/json.ts';
import { shorten } from '../core/text.ts';

/** Longest text in it, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1000;
const MAX_LENGTH = 8000;
const MAX_ENTRIES = 30;
const MAX_DEPTH = 6;

/**
 * Looked at beyond what is kept: a secret that begins within the limit has to be seen whole to be recognised. The longest
 * are private keys of about 3,000 characters.
 */
const MARGIN = 6000;

/** One short line is as well looked through with everything else: in JSON it is the same. */
const PLAIN = /^[^\n\r\\"]{0,300}$/;

type Redact = (text: string) => string;

/** A value as JSON that may be kept: secrets taken out, long texts and lists cut. Always valid JSON. */
export function shownJson(value: Json, redact: Redact): string {
  const text = JSON.stringify(reduced(value, redact, 0));
  const shown = redact(text);
  // A secret may be recognised only beside the name of its field; what hides it there may not be JSON any more.
  if (shown.length <= MAX_LENGTH && (shown === text || isJson(shown))) return shown;
  return JSON.stringify({ cut: shorten(shown, MAX_LENGTH / 2) });
}

/** One text for a person or an attribute. */
function shownText(text: string, redact: Redact, most = MAX_TEXT_LENGTH): string {
  return shorten(redact(text.length > most + MARGIN ? text.slice(0, most + MARGIN) : text), most);
}

function reduced(value: Json, redact: Redact, depth: number): Json {
  if (typeof value === 'string') return PLAIN.test(value) ? value : shownText(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '...';
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((item) => reduced(item, redact, depth + 1));
    return value.length > MAX_ENTRIES ? [...kept, `... ${value.length - MAX_ENTRIES} more`] : kept;
  }
  if (!isJsonObject(value)) return null;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, item]) => [name, reduced(item, redact, depth + 1)]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
