import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { AppliedEdit, ProjectChecks } from '../../contracts/code.ts';
import type { Execution, Supervisor } from '../../contracts/exec.ts';
import type { Redactor } from '../../contracts/policy.ts';
import type { WorkspaceFiles } from '../../contracts/workspace-files.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { isInside } from '../../core/paths.ts';
import { shorten } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';
import { runUnasked, type UnaskedParts } from '../../processes/run-unasked.ts';
import { touchedLines } from '../edit/unified-diff.ts';
import { type CheckFinding, NOT_FORMATTED } from './check-output.ts';
import { type Check, configuredChecks, type ProjectLook } from './configured-checks.ts';

interface ChecksParts extends UnaskedParts {
  readonly root: string;
  readonly files: Pick<WorkspaceFiles, 'readText'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait' | 'output'>;
  /** The redactor of the supervisor. */
  readonly redactor: Redactor;
  readonly clock: Pick<Clock, 'upMs'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The checks of one session. What they said is kept in memory alone: after a crash they say nothing about the edit that
 * was under way, and begin anew with the next one.
 */
export function createProjectChecks(parts: ChecksParts): ProjectChecks {
  const memory = new CheckMemory(parts);
  return {
    async afterEdit(edit, signal) {
      try {
        return await textAfter(edit, { parts, memory, signal });
      } catch (error) {
        // A check must not make an edit fail.
        parts.log.warn('checks.failed', { path: edit.path, error: messageOf(error) });
        return '';
      }
    },
  };
}

/** Why a check has no findings to show. `not-permitted`: a person would have to be asked. */
type CheckResult =
  | { readonly kind: 'findings'; readonly findings: readonly CheckFinding[] }
  | { readonly kind: 'slow'; readonly seconds: number; readonly findings: readonly CheckFinding[] }
  | { readonly kind: 'not-permitted' | 'nothing' };

interface EditCheckContext {
  readonly parts: ChecksParts;
  readonly memory: CheckMemory;
  readonly signal: AbortSignal;
}

async function textAfter(edit: AppliedEdit, running: EditCheckContext): Promise<string> {
  const { parts, memory } = running;
  const configured = await configuredChecks(edit.path, lookAt(parts));
  const checks = configured.filter(({ tool }) => !memory.isLeftOut(tool));
  const ends = await Promise.all(
    checks.map(async (check) => ({ check, ran: await checkEdit(check, edit, running) })),
  );
  const found = ends.map(({ check, ran }) => ({ check, findings: 'findings' in ran ? ran.findings : [] }));
  const texts = [findingsText(edit.path, found)];
  for (const { check, ran } of ends) {
    if (ran.kind === 'slow' && memory.leaveOut(check.tool)) texts.push(slowLine(check, ran.seconds));
  }
  const closed = new Set(
    ends.filter(({ ran }) => ran.kind === 'not-permitted').map(({ check }) => check.tool),
  );
  if (closed.size > 0 && memory.isFirstRefusal()) texts.push(uncheckedLine([...closed]));
  return texts.filter((text) => text !== '').join('\n');
}

function slowLine({ tool }: Check, seconds: number): string {
  return `${tool} took ${seconds} s, so it no longer runs after each edit. Run it yourself before you finish.`;
}

function uncheckedLine(tools: readonly string[]): string {
  return `Not checked by ${tools.join(', ')} after edits: here that needs a yes, so run it yourself where it matters.`;
}

async function checkEdit(check: Check, edit: AppliedEdit, running: EditCheckContext): Promise<CheckResult> {
  const { memory } = running;
  const key = await memory.keyOf(check);
  const known = check.readsMore ? undefined : memory.find(key, edit.after);
  const ran =
    known === undefined ? await runCheck(check, edit, running) : ({ kind: 'findings', ...known } as const);
  if (!('findings' in ran)) return ran;
  const earlier = edit.before === undefined ? undefined : memory.find(key, edit.before);
  memory.keep(key, edit.after, { text: edit.text, findings: ran.findings });
  return { ...ran, findings: freshFindings(edit, ran.findings, earlier) };
}

/** An edit waits no longer than this for a check. */
const LIMIT_MS = 8_000;
/** After a run that took longer, a tool is left out for a while. */
const SLOW_MS = 4_000;

/** Longest output that is read, in bytes: a longer one is cut in the middle, which would be taken for findings. */
const MAX_OUTPUT = 400_000;

async function runCheck(
  check: Check,
  edit: AppliedEdit,
  { parts, signal }: EditCheckContext,
): Promise<CheckResult> {
  const { root, supervisor, redactor, clock } = parts;
  const { argv } = check;
  const cwd = join(root, check.folder);
  const startedUpMs = clock.upMs();
  const ran = await runUnasked(
    {
      argv,
      where: { root, cwd, programsFrom: dirname(join(root, edit.path)) },
      timeoutMs: LIMIT_MS,
      narrowed: (execution) => confineToReading(check, execution, root),
    },
    parts,
    signal,
  );
  if (ran.kind === 'not-permitted') return { kind: 'not-permitted' };
  if (ran.kind !== 'ended' || signal.aborted) return { kind: 'nothing' };
  const elapsedMs = clock.upMs() - startedUpMs;
  // What a formatter prints is redacted: beside the file as it is, a secret in it would count as not formatted.
  const text = redactor.redact(edit.text);
  const file = { folder: cwd, path: relative(cwd, join(root, edit.path)), text };
  const output = ran.fate.kind === 'exited' ? await supervisor.output(ran.id, MAX_OUTPUT) : undefined;
  const findings = output !== undefined && output.bytes <= MAX_OUTPUT ? check.read(output, file) : [];
  if (elapsedMs < SLOW_MS) return { kind: 'findings', findings };
  return { kind: 'slow', seconds: Math.round(elapsedMs / 1000), findings };
}

/** Confined to reading; undefined for a program that is not there, or that is not the project's own. */
function confineToReading(
  { installed, writes }: Check,
  execution: Execution,
  root: string,
): Execution | undefined {
  if (execution.kind !== 'argv') return undefined;
  const { kind, file, args } = execution;
  // A program that was not found keeps its bare name.
  if (!isAbsolute(file) || (installed === 'project' && !isInside(file, root))) return undefined;
  const access = { network: false, writable: [], ...(writes ? {} : { projectIsReadOnly: true as const }) };
  return { kind, file, args, access };
}

function lookAt({ root, files }: Pick<ChecksParts, 'root' | 'files'>): ProjectLook {
  return {
    names: (folder) =>
      readdir(join(root, folder)).then(
        (names) => new Set(names),
        () => new Set(),
      ),
    text: (path) =>
      files.readText(path).then(
        ({ text }) => text,
        () => '',
      ),
  };
}

const LEFT_OUT_MS = 10 * MINUTE_MS;

const MAX_KEPT = 200;

/** The findings of earlier edits of the session. */
class CheckMemory {
  readonly #parts: Pick<ChecksParts, 'root' | 'clock'>;
  readonly #kept = new Map<string, EarlierFindings>();
  readonly #leftOutUntilUpMs = new Map<string, number>();
  #hasRefused = false;

  constructor(parts: Pick<ChecksParts, 'root' | 'clock'>) {
    this.#parts = parts;
  }

  /** Another configuration finds other things. */
  async keyOf({ argv, config }: Check): Promise<string> {
    const { mtimeMs, size } = await stat(join(this.#parts.root, config));
    return JSON.stringify([argv, config, mtimeMs, size]);
  }

  find(key: string, hash: string): EarlierFindings | undefined {
    return this.#kept.get(`${key}\n${hash}`);
  }

  keep(key: string, hash: string, findings: EarlierFindings): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(`${key}\n${hash}`, findings);
  }

  isLeftOut(tool: string): boolean {
    return this.#parts.clock.upMs() < (this.#leftOutUntilUpMs.get(tool) ?? 0);
  }

  /** Returns false when it is left out already. */
  leaveOut(tool: string): boolean {
    if (this.isLeftOut(tool)) return false;
    this.#leftOutUntilUpMs.set(tool, this.#parts.clock.upMs() + LEFT_OUT_MS);
    return true;
  }

  isFirstRefusal(): boolean {
    const isFirst = !this.#hasRefused;
    this.#hasRefused = true;
    return isFirst;
  }
}

/** What a tool found in an earlier text of the file. */
interface EarlierFindings {
  readonly text: string;
  readonly findings: readonly CheckFinding[];
}

/**
 * Findings that come from this edit. Where it is known what the tool said of the file before it, those that are new, by
 * what they say and the words of their line, since lines move; else those on changed lines.
 */
export function freshFindings(
  { text, diff }: Pick<AppliedEdit, 'text' | 'diff'>,
  findings: readonly CheckFinding[],
  earlier: EarlierFindings | undefined,
): readonly CheckFinding[] {
  if (earlier === undefined) {
    const touched = touchedLines(diff, 'new');
    return findings.filter(({ line }) => touched.has(line));
  }
  const left = new Map<string, number>();
  for (const key of keysOf(earlier)) left.set(key, (left.get(key) ?? 0) + 1);
  const keys = keysOf({ text, findings });
  return findings.filter((_finding, index) => {
    const key = keys[index] ?? '';
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
}

function keysOf({ text, findings }: EarlierFindings): readonly string[] {
  const lines = text.split('\n');
  return findings.map(({ line, what }) => `${what}\n${(lines[line - 1] ?? '').trim()}`);
}

const MAX_FINDINGS = 8;
const MAX_FINDING_LENGTH = 240;
/** All findings together, in UTF-16 code units. */
const MAX_LENGTH = 1_500;
const LINES_NAMED = 5;

interface CheckFindings {
  readonly check: Pick<Check, 'tool' | 'fix'>;
  readonly findings: readonly CheckFinding[];
}

/** For the model, below the result of an edit; empty without findings. */
export function findingsText(path: string, all: readonly CheckFindings[]): string {
  const groups = all.map((one) => [...new Set(rowsOf(one))]);
  const rows = inTurn(groups);
  if (rows.length === 0) return '';
  const heading = `What the project's own checks say about ${toPlainLine(path)} since this edit:`;
  const fitting = new Set<string>();
  let length = heading.length + 40;
  for (const row of rows.slice(0, MAX_FINDINGS)) {
    length += row.length + 1;
    if (length > MAX_LENGTH) break;
    fitting.add(row);
  }
  const shown = groups.flat().filter((row) => fitting.delete(row));
  const more = rows.length - shown.length;
  return [heading, ...shown, ...(more === 0 ? [] : [`and ${more} more`])].join('\n');
}

/** The first of each tool, then the second: one that finds much does not hide what the others say. */
function inTurn(groups: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => group.slice(at, at + 1)),
  ).flat();
}

function rowsOf({ check: { tool, fix }, findings }: CheckFindings): readonly string[] {
  const unformatted = findings.filter(({ what }) => what === NOT_FORMATTED).map(({ line }) => line);
  const others = findings.filter(({ what }) => what !== NOT_FORMATTED);
  const rows = others.map(({ line, what }) =>
    shorten(toPlainLine(`${tool}, line ${line}: ${what}`), MAX_FINDING_LENGTH),
  );
  if (unformatted.length === 0) return rows;
  const named = unformatted.slice(0, LINES_NAMED).join(', ');
  const more = unformatted.length > LINES_NAMED ? ', ...' : '';
  const how = fix === undefined ? '' : ` To format it, run ${toPlainLine(fix)}`;
  return [...rows, `${tool}: not formatted, line${unformatted.length > 1 ? 's' : ''} ${named}${more}.${how}`];
}

/** The words of a tool are data, in one line. One character above U+00FF would double the memory of every request. */
function toPlainLine(text: string): string {
  return escapeHidden(text.replaceAll(/\s+/g, ' '))
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u{100}-\u{10ffff}]/gu, '?');
}
