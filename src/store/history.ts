import * as z from 'zod';
import type { ModelMessage } from '../contracts/model.ts';
import type { HistoryStore } from '../contracts/store.ts';
import { TaskPlan } from '../contracts/task-plan.ts';
import { checkedJson } from './columns.ts';
import type { Database } from './database.ts';

const Message = z.custom<ModelMessage>(isModelMessage, 'not a message of a model');

/**
 * Messages are stored as the text of `JSON.stringify` and parsed without a schema, which would rebuild them:
 * `JSON.stringify` of what is read equals that of what was appended, key order included. (JavaScript's own changes to
 * JSON happened before: keys such as "7" come first, 1.0 is 1, -0 is 0.)
 */
export function createHistoryStore(database: Database): HistoryStore {
  const append = database.write(
    'INSERT INTO history (session, seq, message) VALUES (@session, @seq, @message)',
  );
  const all = database.read(
    'SELECT message FROM history WHERE session = @session ORDER BY seq',
    z.object({ message: checkedJson(Message) }),
  );
  const from = database.read(
    'SELECT message FROM history WHERE session = @session AND seq >= @seq ORDER BY seq',
    z.object({ message: checkedJson(Message) }),
  );
  const plan = database.read(
    'SELECT plan FROM task_plans WHERE session = @session',
    z.object({ plan: checkedJson(TaskPlan) }),
  );
  const setPlan = database.write(`
    INSERT INTO task_plans (session, plan) VALUES (@session, @plan)
    ON CONFLICT (session) DO UPDATE SET plan = excluded.plan`);

  return {
    append: (session, seq, message) => void append.run({ session, seq, message: JSON.stringify(message) }),
    all: (session) => all.all({ session }).map((row) => row.message),
    from: (session, seq) => from.all({ session, seq }).map((row) => row.message),
    plan: (session) => plan.get({ session })?.plan,
    setPlan: (session, steps) => void setPlan.run({ session, plan: JSON.stringify(steps) }),
  };
}

/** A light check on purpose: a session of 200 rounds is read at once, and this program wrote every row. */
function isModelMessage(value: unknown): value is ModelMessage {
  if (typeof value !== 'object' || value === null || !('role' in value) || !('content' in value))
    return false;
  if (value.role !== 'user' && value.role !== 'assistant') return false;
  return Array.isArray(value.content) && value.content.every(isBlock);
}

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
