import type { CallHooks, Objection } from '../contracts/call-hooks.ts';
import type { ChatCommand } from '../contracts/commands.ts';
import type { FeatureInChats, FeatureInSessions } from '../contracts/feature.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { AnyTool } from '../contracts/tool.ts';
import { once } from '../core/memoize.ts';
import { tools } from '../tools/index.ts';
import { sortByName } from '../tools/toolbox.ts';
import { describedCommandTools } from './command-files/command-files-feature.ts';
import { describedCronTools } from './cron/cron-feature.ts';
import { describedMetricsTools } from './metrics/metrics-feature.ts';
import { describedNoteTools } from './notes/notes-feature.ts';
import { describedWebTools } from './web/web-feature.ts';
import { describedWorkspaceTools } from './workspaces/workspaces-feature.ts';

/** The chat commands of all features. */
export function commandsOf(features: readonly FeatureInChats[]): readonly ChatCommand[] {
  return features.flatMap(({ commands = [] }) => commands);
}

/**
 * All tools as the model sees them, sorted by name; for catalogues and checks, where nothing is carried out. A start
 * asks for them six times.
 */
export const describedTools = once((): readonly AnyTool[] => {
  const described = [
    ...describedCronTools(),
    ...describedMetricsTools(),
    ...describedCommandTools(),
    ...describedNoteTools(),
    ...describedWebTools(),
    ...describedWorkspaceTools(),
  ];
  return sortByName([...tools, ...described]);
});

/** The tools that every session of a running program has, sorted by name. */
export function toolsOf(features: readonly FeatureInSessions[]): readonly AnyTool[] {
  return sortByName([...tools, ...features.flatMap((feature) => feature.tools ?? [])]);
}

/** Tools of the features that only this session has. */
export function sessionToolsOf(
  features: readonly FeatureInSessions[],
): (session: SessionRecord) => Promise<readonly AnyTool[]> {
  return async (session) => {
    const own = await Promise.all(features.map((feature) => feature.sessionTools?.(session) ?? []));
    return own.flat();
  };
}

/** Combines what the features say about each step of a session; the strictest answer counts. */
export function callHooksOf(features: readonly FeatureInSessions[]): CallHooks {
  const all = features.flatMap(({ calls }) => calls ?? []);
  return {
    async before(call, signal) {
      let objection: Objection | undefined;
      for (const hooks of all) {
        const found = await hooks.before(call, signal);
        if (found?.kind === 'deny') return found;
        objection ??= found;
      }
      return objection;
    },
    async mayChangeFiles(call) {
      for (const hooks of all) if (await hooks.mayChangeFiles(call)) return true;
      return false;
    },
    async after(call, result, signal) {
      const texts: string[] = [];
      for (const hooks of all) texts.push(await hooks.after(call, result, signal));
      return texts.filter((text) => text !== '').join('\n');
    },
    async beforeEnd(session, words, signal) {
      for (const hooks of all) {
        const why = await hooks.beforeEnd(session, words, signal);
        if (why !== undefined) return why;
      }
      return undefined;
    },
  };
}

/** Notes of the features for the model, for one session. */
export function sessionNotesOf(
  features: readonly FeatureInSessions[],
): (session: SessionRecord, signal: AbortSignal) => Promise<readonly string[]> {
  return async (session, signal) => {
    const notes = await Promise.all(features.map((feature) => feature.sessionNotes?.(session, signal) ?? []));
    return notes.flat();
  };
}
