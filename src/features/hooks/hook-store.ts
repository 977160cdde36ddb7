import * as z from 'zod';
import { unreachable } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import type { Database } from '../../store/database.ts';
import type { HookStep, StoredAnswer } from './hook.ts';

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
