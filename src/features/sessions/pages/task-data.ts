import * as z from 'zod';
import type { RoundSpending } from '../../../contracts/session-stores.ts';
import type { Store } from '../../../contracts/store.ts';
import { TaskDetails, type WebDataSource, type WebRequest } from '../../../contracts/web-page.ts';
import { shorten } from '../../../core/text.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import { MAX_SHOWN, type RoundShown, type TaskAccounts } from './task-account.ts';
import { listedTask, queryOf } from './tasks-data.ts';

const Query = z.object({
  id: z.string().min(1).max(40).describe('Of a task in `tasks`.'),
  before: z.coerce.number().int().min(1).optional().describe('Rounds before this one.'),
});

export interface TaskDataParts extends ReadableTasks {
  readonly store: Pick<Store, 'history' | 'spending'> & ReadableTasks['store'];
  readonly accounts: Pick<TaskAccounts, 'rounds' | 'reports'>;
}

/** One task as data: what its page shows. */
export function taskData(parts: TaskDataParts): WebDataSource {
  const { store, accounts } = parts;
  return {
    query: Query,
    output: TaskDetails,
    read(request): TaskDetails | undefined {
      const { id, before } = queryOf(Query, request);
      const session = readableTask(id, request, parts);
      if (session === undefined) return undefined;
      const { rounds, earlier } = accounts.rounds(session.id, before);
      const report = accounts.reports(session.id)[0];
      const steps = store.history.plan(session.id)?.steps ?? [];
      return {
        ...listedTask(session, request),
        plan: steps.map(({ title, status, note }) => ({
          title: request.clean(title),
          status,
          note: note === undefined ? null : request.clean(note),
        })),
        costs: store.spending.byRound(session.id).map((one) => costOf(one, session.usage.costKnown)),
        course: rounds.map((round) => roundOf(round, request)),
        earlier_rounds: earlier,
        report: report === undefined ? null : request.clean(report),
      };
    },
  };
}

function costOf({ round, microUsd, usage }: RoundSpending, isKnown: boolean): TaskDetails['costs'][number] {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  return {
    round,
    cost_usd: isKnown ? microUsd / 1_000_000 : null,
    tokens_read: inputTokens + cacheReadTokens + cacheWriteTokens,
    tokens_written: outputTokens,
  };
}

function roundOf(
  { round, words, calls, more }: RoundShown,
  { clean }: Pick<WebRequest, 'clean'>,
): TaskDetails['course'][number] {
  return {
    round,
    said: clean(words),
    calls: calls.map((call) => ({
      id: call.id,
      tool: clean(call.tool),
      subject: call.subject === undefined ? null : clean(call.subject),
      state: call.state,
      ok: call.isOk ?? null,
      decision: call.decision ?? call.asked ?? null,
      duration_ms: call.durationMs ?? null,
      input: shorten(clean(call.input), MAX_SHOWN),
      output: call.output === undefined ? null : shorten(clean(call.output), MAX_SHOWN),
    })),
    calls_left_out: more,
  };
}
