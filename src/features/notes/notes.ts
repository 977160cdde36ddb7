import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { BootstrapFault } from '../../contracts/assignment.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { codeOf } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import { sha256 } from '../../core/json.ts';
import { isInside } from '../../core/paths.ts';
import {
  ABSENT,
  bootstrapFault,
  bootstrapPlace,
  decodeUtf8,
  MAX_BYTES,
  MAX_CHARACTERS,
} from '../../files/bootstrap-files.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { hasHiddenCharacters } from '../../policy/display.ts';
import type { KeptNote, NoteFault, NoteFile, NotePlan, NoteStore, NoteUndo, OwnerNotes } from './note.ts';

/** How long a command can take a line back; later the owner edits the file. */
export const UNDO_MS = 10 * MINUTE_MS;

interface NotesParts {
  readonly files: NoteFiles;
  readonly rows: NoteStore;
  readonly clock: Clock;
  holdsSecret(text: string): boolean;
}

export function createNotes({ files, rows, clock, holdsSecret }: NotesParts): OwnerNotes {
  return {
    plan: ({ file, text, project }) => planNote({ file, text, project }, { files, holdsSecret }),
    add({ file, place, before, added }, { key, conversation, saidBy }) {
      const hashes = { before: hashOf(before), after: sha256(`${before ?? ''}${added}`) };
      rows.put({ key, conversation, file, place, added, ...hashes, saidBy, atMs: clock.nowMs() });
      const fault = files.write(place, before, `${before ?? ''}${added}`);
      return fault && { ...fault, place };
    },
    fate(key) {
      const row = rows.find(key);
      if (row === undefined) return undefined;
      const now = files.textAt(row.place);
      if (hashOf(now) === row.before) return 'not-added';
      return holdsAtEnd(now, row)
        ? { kind: 'added', note: { ...row, before: textBefore(now, row) } }
        : 'unknown';
    },
    undo: (conversation) => undoLatest(rows.latest(conversation), { files, rows, nowMs: clock.nowMs() }),
  };
}

function planNote(
  { file, text, project }: Parameters<OwnerNotes['plan']>[0],
  { files, holdsSecret }: Pick<NotesParts, 'files' | 'holdsSecret'>,
): NotePlan {
  const line = judgeLine(text, holdsSecret);
  if (line.kind === 'fault') return { kind: 'refused', fault: line.fault };
  const found = files.find(file, project);
  const { place } = found;
  if (found.kind === 'refused')
    return { kind: 'refused', fault: { kind: 'unusable', place, why: found.why } };
  const { before } = found;
  const judged = judgePlace(line.text, { place, before, most: files.most });
  if (judged.kind === 'fault') return { kind: 'refused', fault: judged.fault };
  return { kind: 'planned', note: { file, place, before, added: judged.added } };
}

/** Only a file that still has our content is changed: anything else is the owner's own edit. */
function undoLatest(
  row: KeptNote | undefined,
  { files, rows, nowMs }: Pick<NotesParts, 'files' | 'rows'> & { nowMs: number },
): NoteUndo {
  if (row === undefined) return { kind: 'none' };
  const { place, added } = row;
  const now = files.textAt(place);
  // It was never written, or taken back by a program that died before it could record that.
  if (hashOf(now) === row.before) {
    rows.markUndone(row.seq, nowMs);
    return { kind: 'undone', place, before: now, added };
  }
  if (!holdsAtEnd(now, row)) return { kind: 'changed', place, added };
  if (nowMs - row.atMs > UNDO_MS) return { kind: 'late', place, added };
  const before = textBefore(now, row);
  const fault = files.write(place, now, before);
  if (fault?.kind === 'unwritable') return { ...fault, place };
  if (fault !== undefined) return { kind: 'changed', place, added };
  rows.markUndone(row.seq, nowMs);
  return { kind: 'undone', place, before, added };
}

function holdsAtEnd(now: string | undefined, { after }: KeptNote): now is string {
  return now !== undefined && sha256(now) === after;
}

function textBefore(now: string, { before, added }: KeptNote): string | undefined {
  return before === undefined ? undefined : now.slice(0, now.length - added.length);
}

function hashOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : sha256(text);
}

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

type JudgedLine =
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

interface FilledFile {
  readonly place: string;
  /** Undefined without a file. */
  readonly before: string | undefined;
  /** Longest file, in characters. */
  readonly most: number;
}

type AppendResult =
  | { readonly kind: 'added'; readonly added: string }
  | { readonly kind: 'fault'; readonly fault: NoteFault };

/** The text to append so that `line` becomes a list item of the file; or why it cannot. */
export function judgePlace(line: string, { place, before = '', most }: FilledFile): AppendResult {
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

type NotesFileResult =
  /** `before` undefined when there is no such file yet. */
  | { readonly kind: 'found'; readonly place: string; readonly before: string | undefined }
  | { readonly kind: 'refused'; readonly place: string; readonly why: BootstrapFault | 'linked' };

/** Undefined when it was written. */
type WriteFault = { readonly kind: 'moved' } | { readonly kind: 'unwritable'; readonly why: string };

/** The files that lines are added to, below one folder. */
export interface NoteFiles {
  /** Most characters of one. */
  readonly most: number;
  /** The file that counts for this project; when there is none, the place where one would be for all projects. */
  find(file: NoteFile, project: string): NotesFileResult;
  /** The present text; undefined when it is missing or unreadable. */
  textAt(place: string): string | undefined;
  /**
   * Writes the file as a whole or not at all; it is on the disk when this returns. When `next` is undefined, the file
   * is removed.
   * @param before what the file must still hold; undefined when no file may be there
   */
  write(place: string, before: string | undefined, next: string | undefined): WriteFault | undefined;
}

export function createNoteFiles(folder: string): NoteFiles {
  const read = (place: string): NotesFileResult => readAt(folder, place);
  const textAt = (place: string): string | undefined => {
    const found = read(place);
    return found.kind === 'found' ? found.before : undefined;
  };
  return {
    most: MAX_CHARACTERS,
    textAt,
    find: (file, project) => read(bootstrapPlace(folder, project, file) ?? file),
    write(place, before, next) {
      const now = read(place);
      if (now.kind === 'refused' || now.before !== before) return { kind: 'moved' };
      return tryWrite(() => replaceFile(path.join(folder, place), next));
    },
  };
}

/** A link is never followed: USER.md could lead to SOUL.md, which the program never writes. */
function readAt(folder: string, place: string): NotesFileResult {
  const refused = (why: BootstrapFault | 'linked'): NotesFileResult => ({ kind: 'refused', place, why });
  const at = path.join(folder, place);
  try {
    if (lstatSync(at).isSymbolicLink()) return refused('linked');
    if (!isInside(realpathSync(path.dirname(at)), realpathSync(folder))) return refused('link');
    const { bytes, size } = readBeginning(at, MAX_BYTES + 1);
    // A larger file is refused for its length, whatever follows.
    const before = decodeUtf8(bytes, size > bytes.length);
    return before === undefined ? refused('not-text') : { kind: 'found', place, before };
  } catch (error) {
    const code = codeOf(error);
    if (ABSENT.has(code) && code !== undefined) return { kind: 'found', place, before: undefined };
    if (code === undefined) throw error;
    return refused(code === 'ELOOP' ? 'linked' : bootstrapFault(code));
  }
}

function tryWrite(work: () => void): WriteFault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const why = codeOf(error);
    if (why === undefined) throw error;
    return { kind: 'unwritable', why };
  }
}
