import { resolve } from 'node:path';
import * as z from 'zod';
import { touchedLines, unifiedDiff } from '../edit/unified-diff.ts';

export interface CheckFinding {
  /** 1-based. */
  readonly line: number;
  readonly what: string;
}

export interface CheckOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** The checked file. */
interface CheckedFile {
  /** Absolute, where the tool ran. */
  readonly folder: string;
  /** Relative to that. */
  readonly path: string;
  readonly text: string;
}

/** Findings in that file. What is not in the form that the tool documents says nothing. */
export type ReadOutput = (output: CheckOutput, file: CheckedFile) => readonly CheckFinding[];

/** The message of every finding of a formatter. */
export const NOT_FORMATTED = 'not formatted';

const EslintReport = z.array(
  z.object({
    messages: z.array(
      z.object({ line: z.int().optional(), message: z.string(), ruleId: z.string().nullable().optional() }),
    ),
  }),
);

export const readEslint: ReadOutput = ({ stdout }) => {
  const report = EslintReport.safeParse(jsonIn(stdout)).data ?? [];
  return report
    .flatMap(({ messages }) => messages)
    .flatMap(({ line, message, ruleId }) =>
      line === undefined ? [] : [{ line, what: ruleId ? `${message} (${ruleId})` : message }],
    );
};

const PyrightReport = z.object({
  generalDiagnostics: z.array(
    z.object({
      severity: z.string(),
      message: z.string(),
      rule: z.string().optional(),
      range: z.object({ start: z.object({ line: z.int() }) }),
    }),
  ),
});

export const readPyright: ReadOutput = ({ stdout }) => pyrightFindings(stdout, []);

/** For one that does not know which packages are installed. */
export const readPyrightWithoutImports: ReadOutput = ({ stdout }) =>
  pyrightFindings(stdout, ['reportMissingImports', 'reportMissingModuleSource']);

/** Its lines count from 0. */
function pyrightFindings(stdout: string, leftOut: readonly string[]): readonly CheckFinding[] {
  const report = PyrightReport.safeParse(jsonIn(stdout)).data;
  return (report?.generalDiagnostics ?? [])
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .filter(({ rule }) => rule === undefined || !leftOut.includes(rule))
    .map(({ range, message, rule }) => ({
      line: range.start.line + 1,
      what: rule === undefined ? message : `${message} (${rule})`,
    }));
}

/** Workflow commands of GitHub: `::error title=lint/x,file=a.ts,line=4,col=3::Unexpected any.` */
const WORKFLOW_COMMAND = /^::(?:error|warning) title=([^,]*),.*?\bline=(\d+),.*?::(.*)$/gm;

/** What it says of formatting names no lines; see `readBiomeFormat`. */
export const readBiome: ReadOutput = ({ stdout }) =>
  [...stdout.matchAll(WORKFLOW_COMMAND)]
    .filter(([, title]) => title !== 'format')
    .map(([, title = '', line, what = '']) => ({ line: Number(line), what: `${what} (${title})` }));

/** ` 5    | - ..return a+b;`: two columns of line numbers, the first of them those of the file as it is. */
const FORMAT_ROW = /^ +(\d+)?(?: +(\d+))? +\u2502 ([+-])? ?/;
const FORMAT_HEADING = 'Formatter would have printed';

export const readBiomeFormat: ReadOutput = ({ stdout, stderr }) => {
  const said = `${stdout}\n${stderr}`;
  if (!said.includes(FORMAT_HEADING)) return [];
  const lines = new Set<number>();
  let last = 1;
  for (const row of said.split('\n')) {
    const [matched, number, , sign] = FORMAT_ROW.exec(row) ?? [];
    if (matched === undefined) continue;
    // The number of an added line is that of the formatted text.
    if (sign === '+') lines.add(last);
    else if (number !== undefined) last = Number(number);
    if (sign === '-') lines.add(last);
  }
  return formattingFindings(lines);
};

/** Prints the formatted text. */
export const readFormattedText: ReadOutput = ({ stdout, stderr }, { path, text }) => {
  // After an error it prints nothing, and nothing else than an empty file is formatted to nothing.
  if (stdout.trim() === '' || stderr.includes('[error]')) return [];
  const [old, formatted] = [text, stdout].map((one) => `${one.replaceAll('\r\n', '\n').trimEnd()}\n`);
  return formattingFindings(touchedLines(unifiedDiff(path, old, formatted ?? '').diff, 'old'));
};

/** Prints a unified diff, on standard output. */
export const readDiff: ReadOutput = ({ stdout }) => formattingFindings(touchedLines(stdout, 'old'));

/** `Diff in /project/src/main.rs:12:` or `... at line 12:`, then lines as in a diff. */
const RUST_HUNK = /^Diff in (.+?)(?:(?: at line |:)(\d+)):?$/gm;

export const readRustfmt: ReadOutput = ({ stdout }, checked) => {
  const diff = stdout
    .replaceAll(RUST_HUNK, (_row, file: string, line: string) =>
      isSameFile(file, checked) ? `@@ -${line},1 +${line},1 @@` : '@@ -0,0 +0,0 @@',
    )
    .replaceAll('\r\n', '\n');
  return formattingFindings(touchedLines(diff, 'old'));
};

/** `src/a.ts(3,7): error TS2304: Cannot find name 'x'.` */
const TYPESCRIPT_LINE = /^(.+?)\((\d+),\d+\): (?:error|warning) (.+)$/gm;

export const readTsc: ReadOutput = ({ stdout }, checked) =>
  findingsInFile(stdout.matchAll(TYPESCRIPT_LINE), checked).map(({ line, what }) => ({ line, what }));

/** `a.py:3:7: F401 ...`, `a.py:3: error: ...`, `vet: ./a.go:3:1: ...`, `src/main.rs:3:5: error[E0425]: ...` */
const COMPILER_LINE = /^(?:vet: )?([^\s:][^:\n]*):(\d+)(?::\d+)?: (.+)$/gm;

export const readCompilerLines: ReadOutput = ({ stdout, stderr }, checked) =>
  findingsInFile(`${stdout}\n${stderr}`.matchAll(COMPILER_LINE), checked).filter(
    ({ what }) => !what.startsWith('note:'),
  );

function findingsInFile(rows: Iterable<RegExpMatchArray>, checked: CheckedFile): readonly CheckFinding[] {
  return [...rows]
    .filter(([, file = '']) => isSameFile(file, checked))
    .map(([, , line, what = '']) => ({ line: Number(line), what }));
}

/** Most tools name a file from where they run, some from the root of the disk. */
function isSameFile(named: string, { folder, path }: Pick<CheckedFile, 'folder' | 'path'>): boolean {
  return resolve(folder, named) === resolve(folder, path);
}

function formattingFindings(lines: ReadonlySet<number>): readonly CheckFinding[] {
  return [...lines].toSorted((one, other) => one - other).map((line) => ({ line, what: NOT_FORMATTED }));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A configuration that cannot be loaded is said in words.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
