import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { replayLoops } from '../../agent/replay-loops.ts';
import type { Json } from '../../core/json.ts';
import { answerJsonLines, Id, type LineId } from '../../core/json-lines.ts';
import { describedTools } from '../../features/contributions.ts';
import { isLookingCommand } from '../../tools/command-kinds.ts';

/** As it was parsed: a schema of JSON would drop a parameter called `__proto__`. */
const Params = z.custom<Json>((value) => value !== undefined).default({});

const LoopLineQuestion = z.object({
  id: Id,
  calls: z.array(
    z.object({
      tool: z.string(),
      params: Params,
      result_hash: z.union([z.string(), z.number()]).nullish(),
      ok: z.boolean().nullish(),
    }),
  ),
});

type LoopLineQuestion = z.infer<typeof LoopLineQuestion>;

/** Replays recorded calls through the sessions' guard; returns how many lines could not be read. */
export function loopLines({
  input,
  output,
}: {
  readonly input: Readable;
  readonly output: Writable;
}): Promise<number> {
  return answerJsonLines({
    input,
    output,
    question: LoopLineQuestion,
    answerTo: eventsOf,
    unread: unreadableLine,
  });
}

function eventsOf({ id, calls }: LoopLineQuestion): unknown {
  const recorded = calls.map(({ tool, params, result_hash, ok }) => ({
    tool,
    params,
    resultHash: result_hash?.toString(),
    ok: ok ?? true,
    changes: changesOf(tool, params),
  }));
  return { id, events: replayLoops(recorded, describedTools()) };
}

/** Undefined: as for our tool of that name. */
function changesOf(tool: string, params: Json): boolean | undefined {
  if (!describedTools().some(({ name }) => name === tool)) return foreignCallChanges(tool, params);
  return looksOnly(tool, params) ? false : undefined;
}

const CHANGES =
  /(?:^|_)(?:edit|write|patch|create|delete|remove|move|rename|replace|insert|append|commit|save|overwrite)(?:_|$)/;

/** An agent's own notes are not a change to the project. */
const OF_ITS_OWN = /(?:^|_)(?:plan|todos?|tasks?|notes?|memory|thoughts?)(?:_|$)/;

const COMMANDS = /(?:^|_)(?:bash|sh|shell|exec|execute|run|command|cmd|terminal)(?:_|$)/;

const CHECKS = /(?:^|_)(?:tests?|lint|check|typecheck)(?:_|$)/;

/** True when a successful call changes something, judged by the name of another program's tool. */
function foreignCallChanges(tool: string, params: Json): boolean {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
  if (OF_ITS_OWN.test(name)) return false;
  if (CHANGES.test(name)) return true;
  if (!COMMANDS.test(name)) return false;
  const line = commandLineIn(params);
  return line === undefined ? !CHECKS.test(name) : !isLookingCommand(line);
}

/** True for a command, under any name in the input, that changes nothing. */
function looksOnly(tool: string, params: Json): boolean {
  return COMMANDS.test(tool) && isLookingCommand(commandLineIn(params) ?? '');
}

function commandLineIn(params: Json): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const values: readonly unknown[] = ['command', 'cmd', 'script', 'input'].map((key) =>
    Reflect.get(params, key),
  );
  return values.find((value) => typeof value === 'string');
}

/** A line without calls has no events; `error` explains it. */
function unreadableLine(id: LineId, error: string): unknown {
  return { id, events: [], error };
}
