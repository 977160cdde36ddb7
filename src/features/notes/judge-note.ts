import { hasHiddenCharacters } from '../../policy/display.ts';
import type { NoteFault } from './note.ts';

/** Longest line, in UTF-16 code units: longer text has to be written into the file by hand. */
export const MAX_LINE = 300;

/**
 * Beginnings that Markdown, or a reader of the prompt, would take for more than a plain line: headings, quotations,
 * tables, rules, code blocks, tags, and names of speakers.
 */
const MARKUP =
  /^(?:#{1,6}(?:\s|$)|>|\||```|~~~|-{3,}|={3,}|\*{3,}|<[/!?a-z]|(?:system|assistant|developer|human|user|sistema|asistente|usuario)\s*:)/iu;

/** Phrases that claim authority: permitting things and overriding rules is only for settings and approvals. */
const authority = (): readonly RegExp[] => [
  /\b(?:ignore|disregard|forget|override|bypass|circumvent|disable|loosen)\b.{0,40}\b(?:instructions?|rules?|polic(?:y|ies)|permissions?|approvals?|safety|guards?|sandbox|prompts?)\b/iu,
  /\b(?:ignora|ignorad|olvida|olvidad|salta|s[aá]ltate|omite|desactiva|evita|esquiva)\b.{0,40}\b(?:instrucci[oó]n(?:es)?|reglas?|pol[ií]ticas?|permisos?|aprobaci[oó]n(?:es)?|seguridad|sandbox)/iu,
  /\b(?:without|no need (?:for|of|to)|skip|never|don['\u2019]?t|do not)\b.{0,24}\b(?:approvals?|permission|confirm(?:ation|ing)?|ask(?:ing)? (?:me |us |anybody |anyone )?(?:for|before|first)|asking)\b/iu,
  /\b(?:sin|no hace falta|no)\s+(?:que\s+)?(?:pedir|pidas|preguntes|preguntar(?:me)?|esperes|esperar|me preguntes)\b.{0,24}(?:permiso|confirmaci[oó]n|aprobaci[oó]n|antes|$)/iu,
  /\bsin\s+(?:permiso|confirmaci[oó]n|aprobaci[oó]n|confirmar)\b/iu,
  /\b(?:auto-?approv\w*|approve (?:all|any|every\w*)|(?:is|are|was|were) (?:pre-?)?(?:approved|authori[sz]ed)|you (?:may|can|are allowed to|are authori[sz]ed to) (?:always|run|execute|push|delete|write)|may always)\b/iu,
  /\b(?:aprueba (?:todo|siempre|cualquier)|est[aá]n? (?:pre)?(?:aprobad[oa]s?|autorizad[oa]s?|permitid[oa]s?)|est[aá]s autorizad[oa]|tienes permiso|puedes (?:siempre|ejecutar|borrar|hacer push))/iu,
  /(?<!\bI )\b(?:always|automatically)\s+(?:approve|allow|permit|accept|authori[sz]e)\b/iu,
  /\b(?:siempre|autom[aá]ticamente)\s+(?:aprueba|permite|acepta|autoriza)\b|\b(?:permite|acepta|autoriza)\s+(?:siempre|autom[aá]ticamente|todo)\b/iu,
];

/** A password in a sentence, which no key pattern finds. The value must hold a digit: most passwords do. */
const passwordSaid = (): RegExp =>
  /\b(?:contrase[nñ]a|clave|pass(?:word|phrase|wd)|pin|api[ -]?key|token)(?![\p{L}\p{N}])(?:[ \p{L}]{0,30}? (?:es|is)|\s*[:=])\s*["'\u201c]?(?=\S*\d)\S{4,}/iu;

export type JudgedLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: NoteFault };

/**
 * The line as it would be in the file, without bullet and with plain spaces; or why it cannot.
 * @param holdsSecret true for a text with a secret
 */
export function judgeLine(said: string, holdsSecret: (text: string) => boolean): JudgedLine {
  const text = tidyLine(said);
  const fault = noteFault(text, holdsSecret);
  return fault === undefined ? { kind: 'line', text } : { kind: 'fault', fault };
}

function noteFault(text: string, holdsSecret: (text: string) => boolean): NoteFault | undefined {
  if (text === '') return { kind: 'empty' };
  if (/[\n\r\u2028\u2029\u0085\v\f]/u.test(text)) return { kind: 'lines' };
  if (hasHiddenCharacters(text)) return { kind: 'hidden' };
  if (text.length > MAX_LINE) return { kind: 'too-long', length: text.length, most: MAX_LINE };
  if (holdsSecret(text) || passwordSaid().test(text)) return { kind: 'secret' };
  if (MARKUP.test(text) || /<\/?owner-file/iu.test(text)) return { kind: 'markup' };
  return authority().some((pattern) => pattern.test(text)) ? { kind: 'authority' } : undefined;
}

/** Phones insert other spaces than the plain one, and bullets in lists. */
function tidyLine(said: string): string {
  return said
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
    .replace(/^[-*\u2022](?:\s+|$)/u, '')
    .trim();
}

export interface FilledFile {
  readonly place: string;
  /** Undefined without a file. */
  readonly before: string | undefined;
  /** Longest file, in characters. */
  readonly most: number;
}

export type JudgedPlace =
  | { readonly kind: 'added'; readonly added: string }
  | { readonly kind: 'fault'; readonly fault: NoteFault };

/** The text to append so that `line` becomes a list item of the file; or why it cannot. */
export function judgePlace(line: string, { place, before = '', most }: FilledFile): JudgedPlace {
  const lines = before.split(/\r?\n/);
  const known = lines.findIndex((one) => comparableLine(one) === comparableLine(line));
  if (known !== -1) return { kind: 'fault', fault: { kind: 'known', place, line: known + 1 } };
  const added = `${partingOf(before)}- ${line}${breakOf(before)}`;
  const length = before.length + added.length;
  if (length <= most) return { kind: 'added', added };
  const oldest = roomIn(lines, length - most);
  return { kind: 'fault', fault: { kind: 'full', place, length, most, oldest } };
}

/** Two lines are equal when they differ only in bullet, case, spaces or the full stop. */
function comparableLine(line: string): string {
  return tidyLine(line)
    .toLowerCase()
    .replace(/[\s.!]+$/u, '');
}

function breakOf(before: string): string {
  return before.includes('\r\n') ? '\r\n' : '\n';
}

/**
 * Separator before a new item: the end of the last line, and an empty line unless a list or an empty line precedes.
 */
function partingOf(before: string): string {
  if (before.trim() === '') return '';
  const eol = breakOf(before);
  const isEnded = before.endsWith('\n');
  const last = before.split(/\r?\n/).findLast((line) => line.trim() !== '') ?? '';
  const isList = /^\s*(?:[-*+\u2022]|\d+[.)])\s/u.test(last);
  const isApart = /\n\r?\n$/u.test(before);
  return `${isEnded ? '' : eol}${isList || isApart ? '' : eol}`;
}

/** The first list item that is long enough to make room, else the longest line. */
function roomIn(lines: readonly string[], wanted: number): { line: number; text: string } | undefined {
  const all = lines.map((text, at) => ({ line: at + 1, text })).filter(({ text }) => text.trim() !== '');
  const point = all.find(({ text }) => /^\s*[-*+\u2022]\s/u.test(text) && text.length + 1 >= wanted);
  return point ?? all.toSorted((one, other) => other.text.length - one.text.length)[0];
}
