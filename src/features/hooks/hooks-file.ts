import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { SECOND_MS } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { jsonIn, sha256 } from '../../core/json.ts';
import { decodeUtf8 } from '../../files/bootstrap-files.ts';
import { createWorkspaceFiles } from '../../files/workspace-files.ts';
import { createPathGuard } from '../../policy/path-guard.ts';
import {
  type BrokenHooksFile,
  HOOK_EVENTS,
  type Hook,
  type HookEvent,
  type HooksFile,
  type HooksOf,
} from './hook.ts';

/** Where Claude Code looks in a project. */
const FILES = ['.claude/settings.json', '.claude/settings.local.json'];
const MAX_BYTES = 256 * 1024;

/** @param ownFolders of this program: a link that leads there is no file of the project */
export function openHooks(ownFolders: readonly string[]): HooksOf {
  return async (project) => {
    // Asked around every call, and nearly no project has them.
    const there = FILES.filter((path) => existsSync(join(project, path)));
    if (there.length === 0) return { files: [], broken: [] };
    const guard = createPathGuard({ root: project, ownFolders });
    const files = createWorkspaceFiles({ guard, searchProgram: undefined });
    const read = (await Promise.all(there.map((path) => readFile(path, files)))).flatMap((one) => one ?? []);
    return { files: read.filter(hasHooks), broken: read.filter((one) => 'fault' in one) };
  };
}

function hasHooks(read: HooksFile | BrokenHooksFile): read is HooksFile {
  return !('fault' in read) && read.hooks.length + read.ignored > 0;
}

/** Undefined for a file that is not there. */
async function readFile(
  path: string,
  files: Pick<ReturnType<typeof createWorkspaceFiles>, 'readBytes'>,
): Promise<HooksFile | BrokenHooksFile | undefined> {
  try {
    const { bytes } = await files.readBytes(path, MAX_BYTES);
    const text = decodeUtf8(Buffer.from(bytes), false);
    const read = text === undefined ? ({ kind: 'not-json' } as const) : readHooks(text);
    if (read.kind !== 'read') return { path, fault: read.kind };
    return { path, hash: sha256(bytes), hooks: read.hooks, ignored: read.ignored };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.kind === 'not-found') return undefined;
    return { path, fault: error.facts.rule === 'too-large' ? 'too-large' : 'closed' };
  }
}

const DEFAULT_SECONDS = 60;
/** A hook that takes longer holds up its task. */
const MAX_SECONDS = 300;
const MAX_HOOKS = 50;
const MAX_COMMAND_LENGTH = 4_000;
const MAX_MATCHER_LENGTH = 200;

const Entry = z.object({
  type: z.literal('command'),
  command: z.string().min(1).max(MAX_COMMAND_LENGTH),
  timeout: z.number().positive().optional(),
});
const Settings = z.object({ hooks: z.record(z.string(), z.unknown()).optional() });
const Group = z.object({
  matcher: z.string().max(MAX_MATCHER_LENGTH).optional(),
  hooks: z.array(z.unknown()),
});

type ReadHooks =
  | { readonly kind: 'read'; readonly hooks: readonly Hook[]; readonly ignored: number }
  | { readonly kind: 'not-json' | 'too-many' };

/** The hooks in a `settings.json` of Claude Code. What it has of other moments and kinds is counted. Never throws. */
export function readHooks(text: string): ReadHooks {
  const settings = Settings.safeParse(jsonIn(text));
  if (!settings.success) return { kind: 'not-json' };
  const { hooks: events = {} } = settings.data;
  const entries = Object.entries(events).flatMap(([event, groups]) => hooksOfEvent(event, groups));
  const hooks = entries.filter((entry) => entry !== undefined);
  if (hooks.length > MAX_HOOKS) return { kind: 'too-many' };
  return { kind: 'read', hooks, ignored: entries.length - hooks.length };
}

/** Undefined for each entry that is not used. */
function hooksOfEvent(event: string, groups: unknown): readonly (Hook | undefined)[] {
  const known = HOOK_EVENTS.find((one) => one === event);
  const all: readonly unknown[] = Array.isArray(groups) ? groups : [groups];
  return all.flatMap((group) => {
    const read = Group.safeParse(group);
    if (!read.success) return [undefined];
    const { matcher = '', hooks } = read.data;
    return hooks.map((hook) => (known === undefined ? undefined : hookOf(known, matcher, hook)));
  });
}

function hookOf(event: HookEvent, matcher: string, entry: unknown): Hook | undefined {
  const read = Entry.safeParse(entry);
  if (!read.success) return undefined;
  const { command, timeout = DEFAULT_SECONDS } = read.data;
  return { event, matcher, command, timeoutMs: Math.min(timeout, MAX_SECONDS) * SECOND_MS };
}
