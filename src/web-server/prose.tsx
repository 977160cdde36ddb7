import { Code } from './ui.tsx';

/**
 * Text of the chat: code, bold words, headings and tables have their look, and all else is exactly as it was typed. No
 * parser reads it: with every change all messages of a page are made anew.
 */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text
        .split(/^```[^\n]*\n([\s\S]*?)\n```$/m)
        .map((part, index) => (index % 2 === 1 ? <Code text={part} /> : <Parts text={part} />))}
    </div>
  );
}

/** What stands between blocks of code. */
function Parts({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(text).map((part) =>
        typeof part === 'string' ? <Lines text={part} /> : <Table head={part.head} rows={part.rows} />,
      )}
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
            <Spans text={part.replaceAll('**', '')} />
          </b>
        ) : (
          <Words text={part} />
        ),
      )}
    </p>
  );
}

/** Signs at the ends of words alone, so that a pattern such as `src/**` stays as it is. */
const BOLD =
  /(?<=^|[\s("'\u00ab\u201c\u00bf\u00a1\u2014])\*\*(?![\s*])([^*\n]{1,400})(?<!\s)\*\*(?=$|[\s.,;:!?)"'\u00bb\u201d\u2026\u2014])/m;

function Words({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(BOLD).map((part, index) =>
        index % 2 === 1 ? (
          <b>
            <Spans text={part} />
          </b>
        ) : (
          <Spans text={part} />
        ),
      )}
    </>
  );
}

function Spans({ text }: { readonly text: string }) {
  return (
    <>{text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}

interface Cells {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** It scrolls within itself: a phone is narrower than most tables. */
function Table({ head, rows }: Cells) {
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
                  <Words text={cell} />
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
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The line below the names of the columns. */
const RULE = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?$/;

/** Tables, and the lines around them. */
function partsOf(text: string): readonly (string | Cells)[] {
  if (!text.includes('|')) return [text];
  const lines = text.split('\n');
  const parts: (string | Cells)[] = [];
  let from = 0;
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const head = cellsOf(lines[at] ?? '');
    if (!isRuleBelow(head, lines[at + 1] ?? '')) continue;
    const end = lines.findIndex((line, index) => index > at + 1 && !line.includes('|'));
    const rows = lines.slice(at + 2, end === -1 ? lines.length : end);
    parts.push(lines.slice(from, at).join('\n'), { head, rows: rows.map(cellsOf) });
    from = at + 2 + rows.length;
    at = from - 1;
  }
  return [...parts, lines.slice(from).join('\n')];
}

function isRuleBelow(head: readonly string[], line: string): boolean {
  return RULE.test(line.trim()) && cellsOf(line).length === head.length;
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
