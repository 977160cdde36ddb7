import { editFailure } from './edit-failure.ts';
import { splitTextLines } from './lines.ts';
import { isProse } from './omissions.ts';
import type { EditPassage, EditRequest, UndonePassage } from './passage.ts';

const OPENING = /^[ \t]*[<-]{5,9} ?(?:SEARCH|ORIGINAL)>?[ \t]*$/;
const MIDDLE = /^[ \t]*={5,9}[ \t]*$/;
const CLOSING = /^[ \t]*[>+]{5,9} ?(?:REPLACE|UPDATED)[ \t]*$/;

/** Removes the markers of a SEARCH/REPLACE block, anywhere in the two texts. */
export function editBlock({ search, replace }: EditPassage): UndonePassage | undefined {
  const block = blockIn(search);
  if (block === undefined || block.old.trim() === '') return undefined;
  const young = withoutMarkers(replace, block.old);
  if (block.fresh === undefined) return { search: block.old, replace: young, wholeLines: true };
  const isSame = replace.trim() === '' || young?.trimEnd() === block.fresh.trimEnd();
  return { search: block.old, replace: isSame ? block.fresh : undefined, wholeLines: true };
}

interface EditBlock {
  readonly old: string;
  /** Undefined when only the first half of the block is there. */
  readonly fresh: string | undefined;
}

function blockIn(text: string): EditBlock | undefined {
  const lines = trimBlankLines(text);
  if (lines.length < 2 || !OPENING.test(lines[0] ?? '')) return undefined;
  const middle = lines.findIndex((line) => MIDDLE.test(line));
  const [old, rest] =
    middle === -1 ? [lines.slice(1), []] : [lines.slice(1, middle), lines.slice(middle + 1)];
  if ([...old, ...rest.slice(0, -1)].some(isMarker)) return undefined;
  if (rest.length === 0) return { old: joinLines(old), fresh: undefined };
  return CLOSING.test(rest.at(-1) ?? '')
    ? { old: joinLines(old), fresh: joinLines(rest.slice(0, -1)) }
    : undefined;
}

/**
 * A replacement without the markers of the block that it was cut from.
 * @returns undefined when they do not belong to a block for this search
 */
export function withoutMarkers(replace: string, search: string): string | undefined {
  const block = blockIn(replace);
  if (block !== undefined) return block.old.trimEnd() === search.trimEnd() ? block.fresh : undefined;
  const lines = trimBlankLines(replace);
  if (!lines.some(isMarker)) return replace;
  const isClosed = CLOSING.test(lines.at(-1) ?? '');
  const bare = lines.slice(isClosed && MIDDLE.test(lines[0] ?? '') ? 1 : 0, isClosed ? -1 : lines.length);
  return bare.some(isMarker) ? undefined : joinLines(bare);
}

export function holdsMarkers(text: string): boolean {
  return splitTextLines(text).some(({ content }) => isMarker(content));
}

/** Throws Failure `invalid` for edit markers that nobody wants in a file; a text about them has whole blocks. */
export function refuseMarkers({ path, text }: Pick<EditRequest, 'path' | 'text'>, replace: string): void {
  if (!holdsMarkers(replace) || holdsMarkers(text)) return;
  const count = (pattern: RegExp): number =>
    splitTextLines(replace).filter(({ content }) => pattern.test(content)).length;
  if (isProse(path) && count(OPENING) === count(CLOSING)) return;
  throw editFailure(
    'ambiguous',
    'The replacement holds markers of a SEARCH/REPLACE block. Write only the new lines, without the markers.',
  );
}

function isMarker(line: string): boolean {
  return OPENING.test(line) || CLOSING.test(line);
}

/** Lines from the first to the last that is not blank. */
function trimBlankLines(text: string): readonly string[] {
  return text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '').split(/\r?\n/);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const OLD = '(?:search|find|original|old(?:_?(?:str|string|text|content|code))?)';
const NEW = '(?:replace|replacement|replace_with|updated|new(?:_?(?:str|string|text|content|code))?)';
const CDATA = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/;

/** Removes the tags that an XML tool call has around its parameters. */
export function parameterTags({ search, replace }: EditPassage): UndonePassage | undefined {
  const old = textWithinTag(search, OLD) ?? CDATA.exec(search)?.[1];
  if (old === undefined || old.trim() === '') return undefined;
  const young = textWithinTag(replace, NEW) ?? CDATA.exec(replace)?.[1];
  const isMarked = /<!\[CDATA\[/.test(replace) || new RegExp(`</?${NEW}>`, 'i').test(replace);
  const wholeLines = /^\r?\n/.test(old) ? true : undefined;
  return {
    search: withoutFirstBreak(old),
    replace: young === undefined ? (isMarked ? undefined : replace) : withoutFirstBreak(young),
    wholeLines,
  };
}

function textWithinTag(text: string, name: string): string | undefined {
  return new RegExp(`^\\s*<(${name})>([\\s\\S]*)</\\1>\\s*$`, 'i').exec(text)?.[2];
}

/** The text after an opening tag on a line of its own. */
function withoutFirstBreak(text: string): string {
  return text.replace(/^\r?\n/, '');
}
