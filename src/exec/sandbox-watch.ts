import { cpSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../base/failure.ts';
import type { ProcessId } from '../base/ids.ts';
import type { ProtectedChange } from '../contracts/exec.ts';
import { Before, changesSince, isMovedAside } from './protected-changes.ts';
import type { ProtectionRules } from './protected-paths.ts';

const After = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(['created', 'changed', 'removed']),
    movedTo: z.string().optional(),
  }),
);

/** Compares what is protected before and after each command, also when this program ended in between. */
export interface ProtectionWatch {
  /** Stored before the command starts. */
  note(id: ProcessId, before: Before): void;
  /** After the end of the command: worked out once, and what would run outside the sandbox moved aside. */
  changes(id: ProcessId): readonly ProtectedChange[];
  /** Drops what is known of a command; what was moved aside stays. */
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
    for (const { path, movedTo } of planned) {
      if (movedTo !== undefined && !isThere(movedTo)) move(join(before.workspace, path), movedTo);
    }
    return planned;
  }

  /** Written down before anything is moved: a program that dies in between is followed by one that goes on here. */
  function plan(id: ProcessId, before: Before): readonly ProtectedChange[] {
    const rules = rulesFor(before.workspace);
    const planned = changesSince(before, rules).map((change) =>
      isMovedAside(before.workspace, change, rules)
        ? { ...change, movedTo: place(id, join('moved', change.path)) }
        : change,
    );
    writeFileSync(place(id, 'after.json'), JSON.stringify(planned));
    return planned;
  }

  return {
    note(id, before) {
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      writeFileSync(place(id, 'before.json'), JSON.stringify(before));
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

/** Also a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function move(from: string, to: string): void {
  mkdirSync(join(to, '..'), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, to);
  } catch (error) {
    // Gone by itself: nothing is left to be run.
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}

/** Undefined for a file that is not there, or only half written. */
function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return;
    throw error;
  }
}
