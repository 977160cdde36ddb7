/** What a unified diff says about one file. */
export interface ChangedFile {
  /** As people name it: the new name, or the old one of a file that is deleted. */
  readonly path: string;
  /** The name before a rename or copy. */
  readonly oldPath: string | undefined;
  readonly change: 'edited' | 'made' | 'deleted' | 'renamed' | 'copied';
  /** Permission bits before and after, as git writes them. */
  readonly mode: { readonly from: string; readonly to: string } | undefined;
  readonly isBinary: boolean;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** Lines of the diff that belong to the file and are neither header nor hunk; a secret file's mask, for one. */
  readonly remarks: readonly string[];
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** What git found the lines to be in: a function, a class. Empty when it names nothing. */
  readonly section: string;
  readonly lines: readonly HunkLine[];
}

export type HunkLine =
  | { readonly kind: 'added' | 'context'; readonly text: string; readonly newLine: number }
  | { readonly kind: 'removed'; readonly text: string; readonly oldLine: number }
  /** The line before it ends the file without a line end. */
  | { readonly kind: 'no-newline' };

export interface DiffTotals {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Omit<Writable<ChangedFile>, 'hunks' | 'remarks'> & { hunks: OpenHunk[]; remarks: string[] };
type OpenHunk = Omit<Writable<Hunk>, 'lines'> & {
  lines: HunkLine[];
  oldLeft: number;
  newLeft: number;
  oldLine: number;
  newLine: number;
};

const GIT_HEADER = 'diff --git ';
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** True for a text that is a unified diff from its first line on. */
export function isUnifiedDiff(text: string): boolean {
  return /^(diff --git .+\n|--- .+\n\+\+\+ .+\n@@ -\d)/.test(text);
}

export function totalsOf(files: readonly ChangedFile[]): DiffTotals {
  return {
    files: files.length,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/**
 * The files of a unified diff, with or without git's own headers. Never throws: what it does not understand becomes a
 * remark of the file, so that no line is lost. A hunk ends where its counted lines end, or earlier where the next file
 * or hunk begins: something may have been taken out of it.
 */
export function changedFiles(diff: string): readonly ChangedFile[] {
  const files: Draft[] = [];
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const before = files.at(-1);
    if (before !== undefined && takeLine(before, line)) continue;
    const started = fileStartedBy(lines, index, before);
    if (started !== undefined) files.push(started);
    const file = started ?? before;
    if (file !== undefined) takeOutside(file, line);
  }
  return files;
}

/** A line that belongs to no hunk before it. */
function takeOutside(file: Draft, line: string): void {
  if (line.startsWith(GIT_HEADER) || takeHunk(file, line) || takeHeader(file, line)) return;
  file.remarks.push(line);
}

/** The file that begins at this line, if one does; the first line begins one in any case. */
function fileStartedBy(
  lines: readonly string[],
  index: number,
  before: Draft | undefined,
): Draft | undefined {
  const [line = '', next = ''] = lines.slice(index, index + 2);
  if (line.startsWith(GIT_HEADER)) return newFile(gitName(line.slice(GIT_HEADER.length)));
  if (before === undefined) return newFile('');
  const hasHeaders = line.startsWith('--- ') && next.startsWith('+++ ');
  return hasHeaders && before.hunks.length > 0 ? newFile('') : undefined;
}

function newFile(path: string): Draft {
  return {
    path,
    oldPath: undefined,
    change: 'edited',
    mode: undefined,
    isBinary: false,
    hunks: [],
    added: 0,
    removed: 0,
    remarks: [],
  };
}

/** True when the line belongs to the last hunk of the file. */
function takeLine(file: Draft, line: string): boolean {
  const hunk = file.hunks.at(-1);
  if (hunk === undefined) return false;
  if (line.startsWith('\\')) {
    hunk.lines.push({ kind: 'no-newline' });
    return true;
  }
  const [sign, text] = [line.slice(0, 1), line.slice(1)];
  if (sign === '+' && hunk.newLeft > 0) {
    file.added += 1;
    hunk.newLeft -= 1;
    hunk.lines.push({ kind: 'added', text, newLine: hunk.newLine++ });
    return true;
  }
  if (sign === '-' && hunk.oldLeft > 0) {
    file.removed += 1;
    hunk.oldLeft -= 1;
    hunk.lines.push({ kind: 'removed', text, oldLine: hunk.oldLine++ });
    return true;
  }
  // Some programs leave out the space of an empty line.
  if ((sign !== ' ' && sign !== '') || hunk.newLeft === 0 || hunk.oldLeft === 0) return false;
  hunk.newLeft -= 1;
  hunk.oldLeft -= 1;
  hunk.oldLine += 1;
  hunk.lines.push({ kind: 'context', text, newLine: hunk.newLine++ });
  return true;
}

function takeHunk(file: Draft, line: string): boolean {
  const found = HUNK.exec(line);
  if (found === null) return false;
  const [oldStart, oldLeft, newStart, newLeft] = found.slice(1, 5).map((digits) => Number(digits ?? 1));
  if (oldStart === undefined || oldLeft === undefined || newStart === undefined || newLeft === undefined)
    return false;
  const starts = { oldStart, newStart, oldLine: oldStart, newLine: newStart };
  file.hunks.push({ ...starts, oldLeft, newLeft, section: (found[5] ?? '').trim(), lines: [] });
  return true;
}

/** Each header with what it says; they stand before the first hunk of a file. */
const HEADERS: readonly (readonly [RegExp, (file: Draft, value: string) => void])[] = [
  [/^--- (.*)$/, (file, value) => setOld(file, plainName(value))],
  [/^\+\+\+ (.*)$/, (file, value) => setNew(file, plainName(value))],
  [/^new file mode (\d+)$/, (file) => set(file, { change: 'made' })],
  [/^deleted file mode (\d+)$/, (file) => set(file, { change: 'deleted' })],
  [/^old mode (\d+)$/, (file, from) => set(file, { mode: { from, to: file.mode?.to ?? '' } })],
  [/^new mode (\d+)$/, (file, to) => set(file, { mode: { from: file.mode?.from ?? '', to } })],
  [/^rename from (.*)$/, (file, name) => set(file, { change: 'renamed', oldPath: unquoted(name) })],
  [/^rename to (.*)$/, (file, name) => set(file, { path: unquoted(name) })],
  [/^copy from (.*)$/, (file, name) => set(file, { change: 'copied', oldPath: unquoted(name) })],
  [/^copy to (.*)$/, (file, name) => set(file, { path: unquoted(name) })],
  [/^(Binary files .*|GIT binary patch)$/, (file) => set(file, { isBinary: true })],
  [/^(index [0-9a-f]+\.\.|(dis)?similarity index \d)/, () => undefined],
];

function takeHeader(file: Draft, line: string): boolean {
  if (file.hunks.length > 0) return false;
  for (const [pattern, apply] of HEADERS) {
    const found = pattern.exec(line);
    if (found === null) continue;
    apply(file, found[1] ?? '');
    return true;
  }
  return file.isBinary && /^(literal|delta) \d+$|^[A-Za-z][!-~]+$|^$/.test(line);
}

function set(file: Draft, values: Partial<Draft>): void {
  Object.assign(file, values);
}

function setOld(file: Draft, name: string | undefined): void {
  if (name === undefined) file.change = 'made';
  else if (file.path === '') file.path = name;
}

function setNew(file: Draft, name: string | undefined): void {
  if (name === undefined) file.change = 'deleted';
  else file.path = name;
}

/** The name in a `---` or `+++` line without prefix and time stamp; undefined for no file. */
function plainName(value: string): string | undefined {
  const name = unquoted(value.replace(/\t.*$/, ''));
  return name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '');
}

/** The second name of `a/name b/name`. */
function gitName(names: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"$/.exec(names);
  if (quoted !== null) return unquoted(quoted[0]).replace(/^b\//, '');
  const half = names.slice(Math.ceil(names.length / 2));
  if (names === `a/${half.slice(2)} ${half}`) return half.slice(2);
  return names.slice(names.lastIndexOf(' b/') + 1).replace(/^b\//, '');
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 };

/** A name as git quotes it when it holds other than plain characters: bytes in octal. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const bytes = [...name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)].flatMap(
    ([, octal, letter, plain]) => {
      if (octal !== undefined) return [Number.parseInt(octal, 8)];
      if (letter !== undefined) return [ESCAPES[letter] ?? letter.charCodeAt(0)];
      return [...Buffer.from(plain ?? '')];
    },
  );
  return Buffer.from(bytes).toString('utf8');
}
