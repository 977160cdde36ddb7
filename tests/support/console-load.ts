import Sqlite from 'better-sqlite3';
import { ANA } from './gateway-rig.ts';

/** How much of everything there is: more than anybody will have. */
export interface ConsoleLoad {
  readonly tasks: number;
  readonly attempts: number;
  readonly spans: number;
  readonly rounds: number;
  readonly calls: number;
  readonly people: number;
  readonly projects: number;
  readonly years: number;
  /** Rows of spending of a day. */
  readonly spentADay: number;
}

/** The largest of what the pages are measured with. */
export const LOAD: ConsoleLoad = {
  tasks: 1_000_000,
  attempts: 1_000_000,
  spans: 10_000,
  rounds: 500,
  calls: 5_000,
  people: 500,
  projects: 100,
  years: 3,
  spentADay: 200,
};

/** The task with all the rounds and spans. */
export const LONG_TASK = 'task-0000001';

/** Adds it all to a store from outside, around the moment `nowMs`. */
export function loadConsole(file: string, load: ConsoleLoad, nowMs: number): void {
  const database = new Sqlite(file);
  try {
    database.pragma('foreign_keys = OFF');
    database.pragma('synchronous = OFF');
    for (const sql of statements(load, nowMs)) database.exec(sql);
  } finally {
    database.close();
  }
}

const upTo = (most: number): string =>
  `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${most})`;
const TASK = "printf('task-%07d', n)";
/** One of the people; the first of them is Ana. */
const personOf = (people: number): string =>
  `CASE n % ${people} WHEN 0 THEN '${ANA}' ELSE printf('346%08d', n % ${people}) END`;

function statements(load: ConsoleLoad, nowMs: number): readonly string[] {
  const { tasks, attempts, spans, rounds, calls, people, projects, years, spentADay } = load;
  const person = personOf(people);
  const chat = `CASE n % ${people} WHEN 0 THEN 'phone:ana' ELSE 'phone:p' || (n % ${people}) END`;
  const days = years * 365;
  const workspace = `'/projects/shop-' || (n % ${projects})`;
  return [
    `INSERT INTO sessions (id, instance, conversation, owner, mode, workspace, model, status, cancel_requested, round,
       stretch_start, active_ms, cost_micro_usd, cost_known, tokens, extra_micro_usd, created_at_ms, updated_at_ms,
       ended_at_ms, source_message_id, locale, number, project, forgotten)
     ${upTo(tasks)} SELECT ${TASK}, 'test-instance', ${chat}, ${person}, 'agent', ${workspace}, 'model-' || (n % 7),
       CASE n % 3 WHEN 0 THEN 'failed' ELSE 'done' END, 0, ${rounds}, 0, 60000, 120000, 1, 5000, 0,
       ${nowMs} - (${tasks} - n) * 90000, ${nowMs} - (${tasks} - n) * 90000, ${nowMs} - (${tasks} - n) * 90000, 'm' || n,
       'en', n, ${workspace}, 0 FROM n`,
    `INSERT INTO session_texts (session, task) ${upTo(tasks)}
     SELECT ${TASK}, 'make the reports of month ' || n || ' readable on a phone, with totals below each table and tests'
     FROM n`,
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision, exit_code, stdout_preview, duration_ms,
       started_at, completed_at)
     ${upTo(attempts)} SELECT printf('task-%07d', 1 + n % ${tasks}), ${person}, 'npm test -- --run tests/month-' || n || '.test.ts',
       'allow', n % 5 = 0, 'Tests 12 passed', 900,
       datetime((${nowMs} / 1000) - (${attempts} - n) * 60, 'unixepoch'),
       datetime((${nowMs} / 1000) - (${attempts} - n) * 60, 'unixepoch') FROM n`,
    `INSERT INTO spending (session, person, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, micro_usd,
       at_ms, conversation, model)
     ${upTo(days * spentADay)} SELECT printf('task-%07d', 1 + n % ${tasks}), ${personOf(50)}, 900, 90, 9000, 90, 40000 + n % 9000,
       ${nowMs} - (${days * spentADay} - n) * (86400000 / ${spentADay}), 'phone:ana', 'model-' || (n % 7) FROM n`,
    `INSERT INTO spending (session, person, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, micro_usd,
       at_ms, conversation, model, round)
     ${upTo(rounds)} SELECT '${LONG_TASK}', '${ANA}', 900, 90, 9000, 90, 40000 + n % 9000, ${nowMs}, 'phone:ana', 'model-1', n
     FROM n`,
    `INSERT INTO calls (session, id, round, position, tool, input, state, prepared, result, started_at_ms)
     ${upTo(calls)} SELECT '${LONG_TASK}', 'toolu_' || n, 1 + (n - 1) * ${rounds} / ${calls}, (n - 1) % (${calls} / ${rounds}),
       'run_command', json_object('command', 'npm test -- month-' || n), 'done', 'null',
       json_object('ok', json('true'), 'text', ${longText}, 'data', json('{}'), 'durationMs', 900), ${nowMs} FROM n`,
    `INSERT INTO history (session, seq, message)
     ${upTo(rounds)} SELECT '${LONG_TASK}', n, json_object('role', 'assistant', 'content', json_array(
       json_object('type', 'text', 'text', 'I look at the next month.'),
       json_object('type', 'tool_use', 'id', 'toolu_' || (n * ${calls} / ${rounds}), 'name', 'run_command',
         'input', json_object('command', 'npm test')))) FROM n`,
    `INSERT INTO trace_spans (trace_id, span_id, parent_id, session, name, kind, start_ms, end_ms, status, attributes)
     ${upTo(spans)} SELECT printf('%032x', 1), printf('%016x', n),
       CASE n WHEN 1 THEN NULL ELSE printf('%016x', CASE n % 20 WHEN 1 THEN 1 ELSE n - (n + 19) % 20 END) END, '${LONG_TASK}',
       CASE n % 20 WHEN 1 THEN 'agent_round:' || (n / 20) ELSE 'tool:run_command' END, 'tool', ${nowMs} + n * 100,
       ${nowMs} + n * 100 + 90, 'ok', '{}' FROM n`,
    `INSERT INTO people (phone, role, workspaces, admitted_at_ms)
     ${upTo(people - 1)} SELECT printf('346%08d', n), CASE n % 9 WHEN 0 THEN 'reader' ELSE 'member' END, '["shop"]', ${nowMs}
     FROM n`,
    `INSERT INTO direct_chats (person, conversation, at_ms)
     ${upTo(people - 1)} SELECT printf('346%08d', n), 'phone:p' || n, ${nowMs} FROM n WHERE n % 2 = 0`,
  ];
}

/** 4 kB of output. */
const longText = "substr(replace(hex(zeroblob(400)), '00', 'passed: 12 '), 1, 4000)";
