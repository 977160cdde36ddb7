import * as z from 'zod';
import { SECOND_MS } from '../../../core/clock.ts';
import { jsonIn } from '../../../core/json.ts';
import { HOOK_EVENTS, type Hook, type HookEvent } from '../hook.ts';

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
