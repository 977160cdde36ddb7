import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { ProtectedChange } from '../contracts/exec.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import { Before, changesSince, isMovedAside } from './protected-changes.ts';
import type { ProtectionRules } from './protected-paths.ts';

const After = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(['created', 'changed', 'removed']),
    movedTo: z.string().optional(),
  }),
);

/** Compares protected files before and after each command, even when this program ended in between. */
export interface ProtectionWatch {
  /** Stored before the command starts. Throws Failure `unavailable` when nothing can be written. */
  note(id: ProcessId, before: Before): void;
  /**
   * Called after the end of the command: computed once; files that would run outside the sandbox are moved aside.
   */
  changes(id: ProcessId): readonly ProtectedChange[];
  /** Drops the record of a command; moved files stay where they are. */
  forget(id: ProcessId): void;
}

/**
 * @param folder outside every workspace
 * @param rulesFor the rules of a workspace
 */
export function createProtectionWatch(
  folder: string,
  rulesFor: (workspace: string) => ProtectionRules,
): ProtectionWatch {
  const settled = new Map<ProcessId, readonly ProtectedChange[]>();
  const place = (id: ProcessId, name: string): string => join(folder, id, name);

  function settle(id: ProcessId): readonly ProtectedChange[] {
    const before = readJson(place(id, 'before.json'), Before);
    if (before === undefined) return [];
    const planned = readJson(place(id, 'after.json'), After) ?? plan(id, before);
    return planned.map(({ path, kind, movedTo }) => {
      const there = movedTo && movedAside(join(before.workspace, path), movedTo, `moved-aside-${id}`);
      return there === undefined ? { path, kind } : { path, kind, movedTo: there };
    });
  }

  /** Written before anything is moved: after a crash the next program continues here. */
  function plan(id: ProcessId, before: Before): readonly ProtectedChange[] {
    const rules = rulesFor(before.workspace);
    const planned = changesSince(before, rules).map((change) =>
      isMovedAside(before.workspace, change, rules)
        ? { ...change, movedTo: place(id, join('moved', change.path)) }
        : change,
    );
    // On a full disk the next program computes it again; this one remembers it.
    succeeds(() => writeFileSync(place(id, 'after.json'), JSON.stringify(planned)));
    return planned;
  }

  return {
    note(id, before) {
      try {
        mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
        writeFileSync(place(id, 'before.json'), JSON.stringify(before));
      } catch (error) {
        throw new Failure(
          'unavailable',
          `The record of the command cannot be written: ${messageOf(error)}.`,
          {
            cause: error,
          },
        );
      }
    },
    changes(id) {
      const known = settled.get(id);
      if (known !== undefined) return known;
      const found = settle(id);
      settled.set(id, found);
      return found;
    },
    forget(id) {
      settled.delete(id);
      if (isThere(place(id, 'moved'))) return;
      rmSync(join(folder, id), { recursive: true, force: true });
    },
  };
}

/** True also for a link without a target. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Moves a file once, and returns its new place; undefined when it is missing, or cannot be moved. If the data folder
 * is on another disk the file is renamed in place, since a copy could take very long.
 */
function movedAside(from: string, to: string, mark: string): string | undefined {
  const beside = `${from}.${mark}`;
  const known = [to, beside].find(isThere);
  if (known !== undefined || !isThere(from)) return known;
  succeeds(() => mkdirSync(dirname(to), { recursive: true, mode: 0o700 }));
  // A folder that its owner may not write cannot be moved.
  if (lstatSync(from).isDirectory()) succeeds(() => chmodSync(from, 0o700));
  return [to, beside].find((target) => succeeds(() => renameSync(from, target)));
}

/** False when the system refuses `act`. */
function succeeds(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Undefined for a file that is missing, or half written. */
function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return;
    throw error;
  }
}
