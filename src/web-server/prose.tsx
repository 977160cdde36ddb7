import type { Child } from 'hono/jsx';
import { indentOf, itemsOf } from './prose-list.ts';
import { Spans } from './prose-spans.tsx';
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
  const inside = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent.length, indentOf(line))));
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

interface TableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** It scrolls within itself: a phone is narrower than most tables. */
function Table({ head, rows }: TableProps) {
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
