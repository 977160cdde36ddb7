import { parsePatch } from 'diff';

/** One file of a unified diff. */
export interface DiffFile {
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
  /** The function or class that git names for the lines; may be empty. */
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

/** What the library reads, which leaves out what follows the numbers of a hunk. */
type Patch = ReturnType<typeof parsePatch>[number];

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;
const HEADER =
  /^(diff --git|---|\+\+\+|(new|deleted) file mode|(old|new) mode|(rename|copy) (from|to)|(dis)?similarity index|index [0-9a-f]+\.\.\S+) ?/;
/** In place of a name. */
const NO_FILE = '/dev/null';
/** The library knows the first of these only. */
const BINARY = /^(Binary files .*|GIT binary patch)$/m;

/** True for a text that is a unified diff from its first line on. */
export function isUnifiedDiff(text: string): boolean {
  return /^(diff --git .+\n|--- .+\n\+\+\+ .+\n@@ -\d)/.test(text);
}

export function totalsOf(files: readonly DiffFile[]): DiffTotals {
  return {
    files: files.length,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/**
 * The files of a unified diff, with or without git's own headers. Never throws: unparsed lines become a remark of the
 * file, so that no line is lost.
 */
export function changedFiles(diff: string): readonly DiffFile[] {
  const parts = diff.split(/^(?=diff --git )/m).filter((part) => part !== '');
  return parts.flatMap((part) => {
    const sections = part.split('\n').flatMap((line) => HUNK.exec(line)?.[3]?.trim() ?? []);
    const isBinary = BINARY.test(part);
    const remarks = isBinary ? [] : remarksIn(part);
    return patchesIn(part, remarks.length > 0).map((patch, index) => {
      const hunks = patch.hunks.map((hunk) => hunkOf(hunk, sections.shift() ?? ''));
      return {
        ...readPatchHead(patch),
        isBinary,
        hunks,
        ...countsOf(hunks),
        remarks: index === 0 ? remarks : [],
      };
    });
  });
}

/**
 * A hunk from which something was taken out, such as a secret, has not as many lines as it says.
 * @param isCut such a place was seen
 */
function patchesIn(part: string, isCut: boolean): readonly Patch[] {
  const [head = '', ...hunks] = part.split(/^(?=@@ )/m);
  const counted = [head, ...hunks.map(recountHunk)].join('');
  for (const text of isCut ? [counted, head] : [part, counted, head]) {
    try {
      return parsePatch(text).filter(
        ({ newFileName, hunks }, index) => index === 0 || newFileName !== undefined || hunks.length > 0,
      );
    } catch {
      // Less of it is tried next.
    }
  }
  return parsePatch(' ');
}

function recountHunk(hunk: string): string {
  const [header = '', ...rest] = hunk.replace(/\n$/, '').split('\n');
  const lines = rest.filter((line) => /^([ +\\-]|$)/.test(line));
  const count = (other: string): number =>
    lines.filter((line) => !line.startsWith(other) && !line.startsWith('\\')).length;
  const numbers = header.replace(HUNK, `@@ -$1,${count('+')} +$2,${count('-')} @@`);
  return `${[numbers, ...lines].join('\n')}\n`;
}

/** The lines that are neither headers nor of a hunk. */
function remarksIn(part: string): readonly string[] {
  const lines = part.replace(/\n$/, '').split('\n');
  const firstHunk = lines.findIndex((line) => HUNK.test(line));
  return lines.filter(
    (line, index) =>
      !HEADER.test(line) && (firstHunk === -1 || index < firstHunk || !/^([ @+\\-]|$)/.test(line)),
  );
}

function readPatchHead(patch: Patch): Pick<DiffFile, 'path' | 'oldPath' | 'change' | 'mode'> {
  const { oldMode, newMode } = patch;
  const [before, after] = [plainName(patch.oldFileName), plainName(patch.newFileName)];
  const isMoved = patch.isRename === true || patch.isCopy === true;
  return {
    path: after ?? before ?? '',
    oldPath: isMoved ? before : undefined,
    change: changeIn(patch),
    mode: oldMode === undefined || newMode === undefined ? undefined : { from: oldMode, to: newMode },
  };
}

function changeIn(patch: Patch): DiffFile['change'] {
  if (patch.isRename === true) return 'renamed';
  if (patch.isCopy === true) return 'copied';
  if (patch.isCreate === true || patch.oldFileName === NO_FILE) return 'made';
  return patch.isDelete === true || patch.newFileName === NO_FILE ? 'deleted' : 'edited';
}

/** Without the prefix; undefined for no file. */
function plainName(name: string | undefined): string | undefined {
  return name === NO_FILE ? undefined : name?.replace(/^[ab]\//, '');
}

function hunkOf({ oldStart, newStart, lines }: Patch['hunks'][number], section: string): Hunk {
  let [oldLine, newLine] = [oldStart, newStart];
  return {
    oldStart,
    newStart,
    section,
    lines: lines.map((line): HunkLine => {
      const text = line.slice(1);
      if (line.startsWith('\\')) return { kind: 'no-newline' };
      if (line.startsWith('+')) return { kind: 'added', text, newLine: newLine++ };
      if (line.startsWith('-')) return { kind: 'removed', text, oldLine: oldLine++ };
      oldLine += 1;
      return { kind: 'context', text, newLine: newLine++ };
    }),
  };
}

function countsOf(hunks: readonly Hunk[]): Pick<DiffFile, 'added' | 'removed'> {
  const kinds = hunks.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  return {
    added: kinds.filter((kind) => kind === 'added').length,
    removed: kinds.filter((kind) => kind === 'removed').length,
  };
}
