import * as z from 'zod';
import { unreachable } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import type { Database } from '../../store/database.ts';

/** The moments at which hooks run; others that a file names are not used. */
export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A command that a file of the project wants to be run. */
export interface Hook {
  readonly event: HookEvent;
  /** Which tools it is about; empty: all. */
  readonly matcher: string;
  /** For `bash`, as it is written. */
  readonly command: string;
  readonly timeoutMs: number;
}

export interface HooksFile {
  /** Relative to the project. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly hooks: readonly Hook[];
  /** Entries of other kinds or moments, which are not used. */
  readonly ignored: number;
}

export type HooksFault = 'closed' | 'too-large' | 'not-json' | 'too-many';

/** A file whose hooks are not used. */
export interface BrokenHooksFile {
  readonly path: string;
  readonly fault: HooksFault;
}

export interface ProjectHooks {
  readonly files: readonly HooksFile[];
  readonly broken: readonly BrokenHooksFile[];
}

/** The hooks of a project (canonical path), read from the disk each time. Never throws for what lies there. */
export type HooksOf = (project: string) => Promise<ProjectHooks>;

/** Its name where files are accepted. */
export function trustName({ path }: Pick<HooksFile, 'path'>): string {
  return path.replace('.claude/', 'hooks/');
}

/** A step of a session for which hooks run once; stored with what they said. */
export type HookStep =
  | { readonly event: 'PreToolUse' | 'PostToolUse'; readonly call: string }
  /** `words`: with which it would end; after a resume another reply may have the same number. */
  | { readonly event: 'Stop'; readonly round: number; readonly words: string }
  | { readonly event: 'SessionStart' };

export type StoredAnswer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'deny' | 'ask' | 'note'; readonly text: string };

const Row = z.object({ answer: z.enum(['nothing', 'deny', 'ask', 'note']), text: z.string() });

export interface HookStore {
  /** Undefined when no hooks have finished for this step. */
  find(session: SessionId, step: HookStep): StoredAnswer | undefined;
  /** Only the first answer to a step counts. */
  add(session: SessionId, step: HookStep, answer: StoredAnswer & { readonly atMs: number }): void;
  /** How often hooks have kept this session from its end since this round. */
  countKeptGoing(session: SessionId, sinceRound: number): number;
}

export function createHookStore(database: Database): HookStore {
  const insert = database.write(`
    INSERT INTO hook_runs (session, step, answer, text, at_ms) VALUES (@session, @step, @answer, @text, @atMs)
    ON CONFLICT (session, step) DO NOTHING`);
  const find = database.read(
    'SELECT answer, text FROM hook_runs WHERE session = @session AND step = @step',
    Row,
  );
  const stops = database.read(
    `SELECT step FROM hook_runs WHERE session = @session AND answer = 'deny' AND step LIKE 'Stop:%'`,
    z.object({ step: z.string() }),
  );
  return {
    find(session, step) {
      const row = find.get({ session, step: nameOf(step) });
      if (row === undefined) return undefined;
      return row.answer === 'nothing' ? { kind: 'nothing' } : { kind: row.answer, text: row.text };
    },
    add(session, step, answer) {
      const text = answer.kind === 'nothing' ? '' : answer.text;
      insert.run({ session, step: nameOf(step), answer: answer.kind, text, atMs: answer.atMs });
    },
    countKeptGoing: (session, sinceRound) =>
      stops.all({ session }).filter(({ step }) => Number(step.split(':')[1]) >= sinceRound).length,
  };
}

function nameOf(step: HookStep): string {
  switch (step.event) {
    case 'PreToolUse':
    case 'PostToolUse':
      return `${step.event}:${step.call}`;
    case 'Stop':
      return `Stop:${step.round}:${sha256(step.words)}`;
    case 'SessionStart':
      return step.event;
    default:
      return unreachable(step);
  }
}
