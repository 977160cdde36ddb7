import type { AddedLines } from '../contracts/git.ts';

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;
const NEW_NAME = '+++ ';

/** Parses the added lines of a unified diff of git. Prefixes are `a/` and `b/`, and there are no context lines. */
export function parseAddedLines(patch: string): readonly AddedLines[] {
  const found: AddedLines[] = [];
  let path = '';
  let lines: string[] = [];
  let left = 0;
  for (const line of patch.split('\n')) {
    // The added lines of a hunk are counted, because one may look like a header.
    if (left > 0 && line.startsWith('+')) {
      lines.push(line.slice(1));
      left -= 1;
    } else if (line.startsWith(NEW_NAME)) {
      path = pathIn(line.slice(NEW_NAME.length));
    } else {
      const [, first, count = '1'] = HUNK.exec(line) ?? [];
      if (first === undefined) continue;
      [lines, left] = [[], Number(count)];
      found.push({ path, firstLine: Number(first), lines });
    }
  }
  return found.filter((passage) => passage.lines.length > 0);
}

const QUOTED = /^"(.*)"$/s;
const NAMED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Either `b/name`, or `"b/na\tme"` for a name with unusual characters; a name with blanks ends in a tab. */
function pathIn(written: string): string {
  const quoted = QUOTED.exec(written)?.[1];
  const name = quoted === undefined ? written.replace(/\t$/, '') : unquoted(quoted);
  return name.replace(/^b\//, '');
}

function unquoted(text: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, escaped, plain = ''] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (escaped !== undefined) bytes.push(Buffer.from(NAMED[escaped] ?? escaped));
    else bytes.push(Buffer.from(plain));
  }
  return Buffer.concat(bytes).toString('utf8');
}
