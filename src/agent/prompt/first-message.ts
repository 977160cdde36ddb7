import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { utcDay } from '../../core/clock.ts';
import { codeOf } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { oneLine } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';

const TASK = 'Task: ';

interface FirstMessage {
  readonly task: string;
  readonly workspace: string;
  readonly writeEnabled: boolean;
  readonly nowMs: number;
  /** Takes secrets out of names from the project: a branch, a file. */
  readonly redact: (text: string) => string;
  /** See `worktreeNote`. */
  readonly worktree?: string | undefined;
  /** See `projectNotes`. */
  readonly notes?: string | undefined;
  /** See `Assignments.sessionNotes`. */
  readonly sessionNotes?: readonly string[];
  /** See `projectMap`. */
  readonly map?: string | undefined;
}

/**
 * The facts of the moment and the task: they are in the first user message, so that the system prompt never changes.
 */
export function firstMessage(parts: FirstMessage): string {
  const { task, workspace, writeEnabled, nowMs, redact, worktree, notes, sessionNotes = [], map } = parts;
  const lines = [
    `Workspace: ${escapeHidden(basename(workspace))} (all paths are relative to its root)`,
    `Branch: ${currentBranch(workspace) ?? 'none (no git repository)'}`,
    `Top level: ${topLevel(workspace)}`,
    `Date: ${utcDay(nowMs)}`,
    `Write access: ${writeEnabled ? 'on' : 'off (read-only: edits, commands and git changes will be refused)'}`,
  ];
  const facts = [lines.join('\n'), worktree].map((text) => text && redact(text));
  const sections = [...facts, notes, ...sessionNotes, map, asTask(task)];
  return sections.filter((section) => section !== undefined).join('\n\n');
}

/** The question for a specialist already names itself as one. */
function asTask(text: string): string {
  return text.startsWith(TASK) ? text : `${TASK}${text}`;
}

/** Longest branch name that is shown, in UTF-16 code units. */
const MAX_HEAD_LENGTH = 200;

/** Read from `.git/HEAD` without starting git, because it delays the first model request. */
function currentBranch(workspace: string): string | undefined {
  try {
    const head = oneLine(readRegular(join(workspace, '.git', 'HEAD')), MAX_HEAD_LENGTH);
    return head.startsWith('ref: refs/heads/')
      ? head.slice('ref: refs/heads/'.length)
      : `detached at ${head.slice(0, 10)}`;
  } catch (error) {
    // ENOTDIR: `.git` is a file in a worktree or submodule; the branch is then left to git_status.
    if (codeOf(error) === 'ENOTDIR') return 'see git_status';
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

const MAX_ENTRIES = 40;

function topLevel(workspace: string): string {
  const entries = readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.name !== '.git' && entry.name !== 'node_modules')
    .map((entry) => escapeHidden(entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  // A line break in a name would pass for a line of this message, even for a task.
  const shown = entries.slice(0, MAX_ENTRIES).join(' ');
  const more = entries.length - MAX_ENTRIES;
  return more > 0 ? `${shown} and ${more} more` : shown || '(empty)';
}
