import type { Child } from 'hono/jsx';
import { indentWidth } from '../core/text.ts';
import { Code } from './ui.tsx';

/**
 * Text of the chat: code, lists, tables, quotes, lines across, headings, bold and slanted words and links have their
 * look, and all else is exactly as it was typed. No parser reads it: with every change all messages of a page are made anew.
 */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      <Blocks lines={text.split('\n')} depth={0} />
    </div>
  );
}

interface BlocksProps {
  readonly lines: readonly string[];
  /** How many lists and quotes these lines stand in. */
  readonly depth: number;
}

/** Blocks, and the lines around them. */
function Blocks({ lines, depth }: BlocksProps) {
  const shown: Child[] = [];
  let from = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const block =
      codeAt(lines, at) ??
      ruleAt(lines, at) ??
      listAt(lines, at, depth) ??
      quoteAt(lines, at, depth) ??
      tableAt(lines, at);
    if (block === undefined) continue;
    shown.push(<Lines text={lines.slice(from, at).join('\n')} />, block.shown);
    from = block.end;
    at = from - 1;
  }
  return (
    <>
      {shown}
      <Lines text={lines.slice(from).join('\n')} />
    </>
  );
}

function Lines({ text }: { readonly text: string }) {
  if (text.trim() === '') return null;
  const lines = text.replace(/^\n+|\n+$/g, '').split(/^#{1,6} +(\S.*)$/m);
  return (
    <p>
      {lines.map((part, index) =>
        index % 2 === 1 ? (
          <b>
            <Spans text={part} />
          </b>
        ) : (
          <Spans text={part} />
        ),
      )}
    </p>
  );
}

/** What begins at a line and has a look of its own. */
interface Block {
  readonly shown: Child;
  /** The line behind it. */
  readonly end: number;
}

/** Without an end it reaches to the last line: the text may have been cut there. */
function codeAt(lines: readonly string[], at: number): Block | undefined {
  const [, indent = '', fence] = /^(\s*)(`{3,})[^`]*$/.exec(lines[at] ?? '') ?? [];
  if (fence === undefined) return undefined;
  const isEnd = (line: string) => line.trim().startsWith(fence) && /^\s*`+\s*$/.test(line);
  const found = lines.findIndex((line, index) => index > at && isEnd(line));
  const end = found === -1 ? lines.length : found;
  const inside = lines
    .slice(at + 1, end)
    .map((line) => line.slice(Math.min(indent.length, indentWidth(line))));
  return { shown: <Code text={inside.join('\n')} />, end: end + 1 };
}

/** A line across. Only between empty lines: below words three dashes may be anything. */
function ruleAt(lines: readonly string[], at: number): Block | undefined {
  const isEmpty = (line = '') => line.trim() === '';
  const isRule = /^(?:-{3,}|\*{3,}|_{3,})\s*$/.test(lines[at] ?? '');
  return isRule && isEmpty(lines[at - 1]) && isEmpty(lines[at + 1])
    ? { shown: <hr />, end: at + 1 }
    : undefined;
}

/** Deepest list or quote in others; the lines of a deeper one stay as typed. */
const MAX_DEPTH = 8;

/** The lines that begin with `> `. */
function quoteAt(lines: readonly string[], at: number, depth: number): Block | undefined {
  const inside: string[] = [];
  for (let index = at; depth < MAX_DEPTH; index += 1) {
    const [, quoted] = /^>(?: (.*))?$/.exec(lines[index] ?? '') ?? [];
    if (quoted === undefined && lines[index] !== '>') break;
    inside.push(quoted ?? '');
  }
  if (inside.length === 0) return undefined;
  const shown = (
    <blockquote>
      <Blocks lines={inside} depth={depth + 1} />
    </blockquote>
  );
  return { shown, end: at + inside.length };
}

/** Each item has the number that was typed. */
function listAt(lines: readonly string[], at: number, depth: number): Block | undefined {
  const items = depth < MAX_DEPTH ? itemsOf(lines, at) : [];
  const last = items.at(-1);
  if (last === undefined) return undefined;
  const inside = items.map(({ number, isTask, lines: within }) => (
    <li value={number} class={isTask ? 'task-item' : undefined}>
      <Blocks lines={within} depth={depth + 1} />
    </li>
  ));
  return { shown: last.number === undefined ? <ul>{inside}</ul> : <ol>{inside}</ol>, end: last.end };
}

/** The line below the names of the columns. */
const RULE = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?$/;

function tableAt(lines: readonly string[], at: number): Block | undefined {
  const below = lines[at + 1] ?? '';
  if (!RULE.test(below.trim())) return undefined;
  const head = cellsOf(lines[at] ?? '');
  if (cellsOf(below).length !== head.length) return undefined;
  const found = lines.findIndex((line, index) => index > at + 1 && !line.includes('|'));
  const end = found === -1 ? lines.length : found;
  return { shown: <Table head={head} rows={lines.slice(at + 2, end).map(cellsOf)} />, end };
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** It scrolls within itself: a phone is narrower than most tables. */
function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div class="table" tabindex={0}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((cell) =>
              cell === '' ? (
                <td />
              ) : (
                <th scope="col">
                  <Spans text={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>
                  <Spans text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As many signs at its end as at its beginning, so that code can hold some itself. */
const CODE = /(?<!`)(?<signs>`+)(?!`)(?<code>[^\n]+?)(?<!`)\k<signs>(?!`)/;
/** Words and an address; only such as opens a page or a letter. */
const LINK =
  /!?\[(?<words>(?:[^[\]`\n]|`[^`\n]*`){1,400})\]\((?<to>(?:https?:\/\/|mailto:)(?:[^\s()<>]|\([^\s()<>]*\))+)\)/;
/** An address by itself, without the sign that ends its sentence. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s()<>"`]|\([^\s()<>"`]*\))*(?:[\p{L}\p{N}/_=&#%+~-]|\([^\s()<>"`]*\))/u;
/** Signs at the ends of words alone, so that a pattern such as `src/**` stays as it is. */
const BOLD =
  /(?<=^|[\s("'\u00ab\u201c\u00bf\u00a1\u2014])\*\*(?![\s*])(?<bold>(?:[^*`\n]|`[^`\n]*`){1,400})(?<!\s)\*\*(?=$|[\s.,;:!?)"'\u00bb\u201d\u2026\u2014])/;
/** The same signs once. Those within a name or a pattern (`snake_case`, `*.ts`) stay as they are. */
const SLANTED =
  /(?<=^|[\s("'\u00ab\u201c\u00bf\u00a1\u2014])(?<sign>[*_])(?![\s*_])(?<slanted>(?:(?!\k<sign>)[^`\n]|`[^`\n]*`){1,400})(?<!\s)\k<sign>(?=$|[\s.,;:!?)"'\u00bb\u201d\u2026\u2014])/;
const SPAN = new RegExp([CODE, LINK, ADDRESS, BOLD, SLANTED].map(({ source }) => source).join('|'), 'gimu');

/** Code, links, bold and slanted words within lines. What begins first counts: signs within code are code. */
function Spans({ text }: { readonly text: string }) {
  const shown: Child[] = [];
  let from = 0;
  for (const match of text.matchAll(SPAN)) {
    shown.push(text.slice(from, match.index), <Span typed={match[0]} parts={match.groups ?? {}} />);
    from = match.index + match[0].length;
  }
  return (
    <>
      {shown}
      {text.slice(from)}
    </>
  );
}

interface SpanProps {
  readonly typed: string;
  readonly parts: Readonly<Record<string, string | undefined>>;
}

function Span({ typed, parts: { code, bold, slanted, words, to = typed } }: SpanProps) {
  if (code !== undefined) return <code>{code.replace(/^ (?=.*\S)(.*) $/, '$1')}</code>;
  if (bold !== undefined)
    return (
      <b>
        <Spans text={bold} />
      </b>
    );
  if (slanted !== undefined)
    return (
      <i>
        <Spans text={slanted} />
      </i>
    );
  if (!URL.canParse(to)) return <>{typed}</>;
  return <Link words={words?.replaceAll(/`|\*\*/g, '') ?? to} to={to} />;
}

/** Words that look like an address, and of another place, do not hide where the link leads. */
function Link({ words, to }: { readonly words: string; readonly to: string }) {
  const { host, pathname } = new URL(to);
  const place = host === '' ? pathname : host;
  const [said = ''] = words.replace(/^https?:\/\//i, '').split(/[/?#]/);
  const isElsewhere = /\S[.@][\p{L}\p{N}]/u.test(words) && said.toLowerCase() !== place.toLowerCase();
  return (
    <>
      <a href={to} title={to} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
      {isElsewhere ? ` (${place})` : ''}
    </>
  );
}

/** The beginning of an item: `- `, `* ` or `1. `. */
const ITEM = /^(?<indent>\s*)(?:[-*]|(?<number>\d{1,3})[.)])\s+(?=\S)/;
/** The box of a step, done or not. */
const BOX = /^\[[ xX]\](?=\s)/;

interface ListItem {
  /** Undefined where the list has none. */
  readonly number: string | undefined;
  /** True when a box stands in place of its point. */
  readonly isTask: boolean;
  /** What stands in it, without its margin. */
  readonly lines: readonly string[];
  /** The line behind it. */
  readonly end: number;
}

/**
 * The items of the list that begins at a line: what is further in than its first one belongs to the item above, also
 * behind an empty line. Any other line ends it.
 */
function itemsOf(lines: readonly string[], at: number): readonly ListItem[] {
  const first = ITEM.exec(lines[at] ?? '')?.groups;
  if (first === undefined) return [];
  const margin = first.indent?.length ?? 0;
  const starts: number[] = [];
  let end = at;
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    if (indentWidth(line) <= margin) {
      if (!isItemLike(first, line)) break;
      starts.push(index);
    }
    end = index + 1;
  }
  return starts.map((start, index) => itemOf(lines, start, starts[index + 1] ?? end));
}

/** In one list all items have numbers, or none has. */
function isItemLike({ number }: Readonly<Record<string, string | undefined>>, line: string): boolean {
  const item = ITEM.exec(line)?.groups;
  return item !== undefined && (item.number === undefined) === (number === undefined);
}

function itemOf(lines: readonly string[], start: number, end: number): ListItem {
  const [first = '', ...more] = lines.slice(start, end);
  const found = ITEM.exec(first);
  const number = found?.groups?.number;
  const words = first.slice(found?.[0].length ?? 0);
  const margin = Math.min(...more.filter((line) => line.trim() !== '').map(indentWidth));
  return {
    number,
    isTask: number === undefined && BOX.test(words),
    lines: [
      words.replace(BOX, (box) => (box === '[ ]' ? '☐' : '☑')),
      ...more.map((line) => line.slice(Math.min(margin, indentWidth(line)))),
    ],
    end,
  };
}
