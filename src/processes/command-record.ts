import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import { jsonIn } from '../core/json.ts';
import type { GroupLeader } from './process-table.ts';

const SupervisedCommand = z.object({
  argv: z.array(z.string()),
  cwd: z.string(),
  limitMs: z.number(),
  startedAtMs: z.number(),
  /** See `Clock.upMs`; missing in records of an earlier version. */
  startedUpMs: z.number().optional(),
});
export type SupervisedCommand = z.infer<typeof SupervisedCommand>;

/** Why this program ended the command; written before the first signal, so that no crash in between loses it. */
const KillNote = z.object({ kind: z.enum(['timed-out', 'killed']), reason: z.string() });
export type KillNote = z.infer<typeof KillNote>;

/** How far behind its limit the end of a command may be recorded: the wrapper waits, then ends what is left. */
const OVER_LIMIT_MS = 5_000;

const LASTED = 'lasted.json';
const Lasted = z.object({ ms: z.number().min(0) });

const Exit = z.object({ code: z.int() });

/**
 * Who may run the command: the wrapper has taken the claim, this program has withdrawn it for ever, or it is free.
 */
export type Claim = 'free' | 'taken' | 'withdrawn';

/** The files of a command. They are tiny and written once; therefore all reading is synchronous. */
export interface CommandRecords {
  folderOf(id: ProcessId): string;
  /** Throws Failure `conflict` when the id was used before, `unavailable` when nothing can be written. */
  create(id: ProcessId, spec: SupervisedCommand): void;
  /** Keeps what a command reads as its input; returns the path. @throws as `create` */
  putInput(id: ProcessId, input: string): string;
  list(): readonly ProcessId[];
  remove(id: ProcessId): void;
  spec(id: ProcessId): SupervisedCommand | undefined;
  leader(id: ProcessId): GroupLeader | undefined;
  claim(id: ProcessId): Claim;
  /** Takes the claim, so that a late wrapper can never run; false when the wrapper was first. */
  withdraw(id: ProcessId): boolean;
  /** Exit code and duration, if they were recorded. */
  exit(id: ProcessId): { readonly code: number; readonly durationMs: number } | undefined;
  /**
   * Records a command's duration as measured by a program that saw its end. Without it only the times of its files
   * are known, which are wrong when the clock was set meanwhile. Only the first value counts.
   */
  noteLasted(id: ProcessId, ms: number): void;
  /** When a command ended according to its files; 0 for an empty record. In milliseconds since 1970. */
  lastSignMs(id: ProcessId): number;
  readonly kills: KillRecords;
}

/** That a command was ended, and why. */
interface KillRecords {
  add(id: ProcessId, note: KillNote): void;
  find(id: ProcessId): (KillNote & { readonly durationMs: number }) | undefined;
  /** True once no process of the command was left after its limit. */
  isSwept(id: ProcessId): boolean;
  noteSwept(id: ProcessId): void;
}

export function createCommandRecords(root: string): CommandRecords {
  const folderOf = (id: ProcessId): string => join(root, checkProcessId(id));
  const fileOf = (id: ProcessId, name: string): string => join(folderOf(id), name);
  const since = (id: ProcessId, name: string): number => {
    const ms = Math.round((modifiedMs(fileOf(id, name)) ?? 0) - (modifiedMs(fileOf(id, 'spec.json')) ?? 0));
    const { limitMs = 0 } = readJson(fileOf(id, 'spec.json'), SupervisedCommand) ?? {};
    // No command outlives its limit for long: what is beyond it is of a clock that was set.
    return Math.min(Math.max(0, ms), limitMs + OVER_LIMIT_MS);
  };
  const durationMs = (id: ProcessId, endedBy: string): number =>
    readJson(fileOf(id, LASTED), Lasted)?.ms ?? since(id, endedBy);

  return {
    folderOf,
    create(id, spec) {
      const folder = folderOf(id);
      try {
        mkdirSync(root, { recursive: true, mode: 0o700 });
        mkdirSync(folder, { mode: 0o700 });
        writeFileSync(fileOf(id, 'spec.json'), JSON.stringify(spec));
      } catch (error) {
        throw createFailure(error);
      }
    },
    putInput(id, input) {
      const file = fileOf(id, 'stdin');
      try {
        writeFileSync(file, input, { mode: 0o600 });
        return file;
      } catch (error) {
        throw createFailure(error);
      }
    },
    list: () => (readFolder(root) ?? []).filter((name): name is ProcessId => PROCESS_FOLDER.test(name)),
    remove: (id) => rmSync(folderOf(id), { recursive: true, force: true }),
    spec: (id) => readJson(fileOf(id, 'spec.json'), SupervisedCommand),
    leader: (id) => leaderOf(readText(fileOf(id, 'pid'))),
    claim: (id) => claimOf(readText(fileOf(id, 'claim'))),
    withdraw(id) {
      mkdirSync(folderOf(id), { recursive: true, mode: 0o700 });
      return linkOnce(fileOf(id, 'withdrawn'), fileOf(id, 'claim'));
    },
    exit(id) {
      const exit = readJson(fileOf(id, 'exit.json'), Exit);
      return exit && { code: exit.code, durationMs: durationMs(id, 'exit.json') };
    },
    noteLasted(id, ms) {
      if (modifiedMs(fileOf(id, LASTED)) === undefined)
        writeFileSync(fileOf(id, LASTED), JSON.stringify({ ms }));
    },
    lastSignMs(id) {
      const ended = modifiedMs(fileOf(id, 'exit.json')) ?? modifiedMs(fileOf(id, 'kill.json'));
      if (ended !== undefined) return ended;
      const signs = ['spec.json', 'withdrawn', 'stdout.log', 'stderr.log'];
      return Math.max(0, ...signs.map((name) => modifiedMs(fileOf(id, name)) ?? 0));
    },
    kills: {
      add: (id, note) => writeFileSync(fileOf(id, 'kill.json'), JSON.stringify(note)),
      find(id) {
        const note = readJson(fileOf(id, 'kill.json'), KillNote);
        return note && { ...note, durationMs: durationMs(id, 'kill.json') };
      },
      isSwept: (id) => modifiedMs(fileOf(id, 'swept')) !== undefined,
      noteSwept: (id) => writeFileSync(fileOf(id, 'swept'), ''),
    },
  };
}

const PROCESS_FOLDER = /^[a-z0-9][a-z0-9-]{0,63}$/;

function checkProcessId(id: ProcessId): ProcessId {
  // The id may come from a model: it must not lead out of the folder of records.
  if (!PROCESS_FOLDER.test(id)) throw new Failure('invalid', `${JSON.stringify(id)} is no process id.`);
  return id;
}

function createFailure(error: unknown): Failure {
  if (codeOf(error) === 'EEXIST') {
    return new Failure('conflict', 'This process id was used before; a command runs once.', { cause: error });
  }
  return new Failure('unavailable', `The record of the command cannot be written: ${messageOf(error)}.`, {
    cause: error,
  });
}

/** Creates `target` with its content in one step: a claim must never be seen half made. */
function linkOnce(source: string, target: string): boolean {
  writeFileSync(source, 'withdrawn');
  try {
    linkSync(source, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function claimOf(text: string | undefined): Claim {
  if (text === undefined) return 'free';
  return text === 'withdrawn' ? 'withdrawn' : 'taken';
}

function leaderOf(text: string | undefined): GroupLeader | undefined {
  const match = /^(\d+) (\S+)\n$/.exec(text ?? '');
  const [, pid, mark] = match ?? [];
  return pid === undefined || mark === undefined ? undefined : { pid: Number(pid), mark };
}

function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  const text = readText(file);
  // A full disk leaves half a file: an unreadable record counts as none.
  return text === undefined ? undefined : schema.safeParse(jsonIn(text)).data;
}

function readText(file: string): string | undefined {
  return unlessMissing(() => readFileSync(file, 'utf8'));
}

function readFolder(folder: string): readonly string[] | undefined {
  return unlessMissing(() => readdirSync(folder));
}

function modifiedMs(file: string): number | undefined {
  return unlessMissing(() => statSync(file).mtimeMs);
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
