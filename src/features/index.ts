import type { Feature } from '../contracts/feature.ts';
import type { SessionId } from '../core/ids.ts';
import { approvalsFeature } from './approvals/approvals-feature.ts';
import { helpFeature } from './help/help-feature.ts';
import { machinesFeature } from './machines/machines-feature.ts';
import type { FeatureParts } from './parts.ts';
import { settingsFeature } from './settings/settings-feature.ts';
import { createUndoStore } from './undo/undo.ts';
import { webFeature } from './web/web-feature.ts';
import {
  wireConversation,
  wireCron,
  wireLock,
  wireModels,
  wireNotes,
  wirePeople,
  wireQuiet,
  wireVoice,
  wireWebChat,
} from './wire-chats.ts';
import {
  wireAudit,
  wireCommandFiles,
  wireCost,
  wireDoctor,
  wireHooks,
  wireMcp,
  wireMcpServe,
  wireMetrics,
  wirePolicy,
  wireSkills,
  wireTracing,
  wireWebConsole,
} from './wire-program.ts';
import {
  wireFollowUps,
  wireJobs,
  wirePullRequests,
  wireRewind,
  wireSecretary,
  wireSessions,
  wireUndo,
  wireWorkspaces,
  wireWorktrees,
} from './wire-work.ts';

/**
 * All features, in the order in which they are asked. It decides wherever the first answer counts (`answers`,
 * `takePlainWords`, `findCommands`), who changes actions last (`adjust`), and what stands closest to a run (`wrapRun`:
 * the first one is the innermost). `/help` and the navigation of the console follow it as well.
 */
export function createFeatures(parts: FeatureParts): readonly Feature[] {
  const { store, services, about, people, running } = parts;
  const { machines } = running;
  const undos = createUndoStore(store.database);
  const undone = (session: SessionId): void => {
    for (const { runs } of features) runs?.onUndone?.(session);
  };
  const landed = (session: SessionId): void => {
    for (const { runs } of features) runs?.onLanded?.(session);
  };
  const features: readonly Feature[] = [
    // First: "do it" behind a talk means what was talked about, so no specialist is searched for those words.
    wireConversation(parts),
    wireWebChat(parts),
    wireSessions(parts, () => features),
    approvalsFeature(),
    wirePolicy(parts),
    // Before the others that stand around a run: its folder is made last and tidied first.
    wireWorktrees(parts, landed),
    wirePullRequests(parts, undos),
    wireSecretary(parts),
    wireJobs(parts),
    wireUndo(parts, undos, undone),
    wireRewind(parts, undone),
    wireFollowUps(parts),
    wireCron(parts),
    wireWorkspaces(parts),
    webFeature(services.web),
    wireNotes(parts),
    wireCost(parts),
    wireModels(parts),
    wireVoice(parts),
    wireAudit(parts),
    wireMetrics(parts),
    wireDoctor(parts),
    ...(machines === undefined ? [] : [machinesFeature({ machines, visitors: people.consoleVisitors })]),
    wirePeople(parts),
    settingsFeature({ settings: about.shownSettings }),
    wireTracing(parts),
    wireMcp(parts),
    wireMcpServe(parts),
    // A project's command comes before a skill of the same name.
    wireCommandFiles(parts),
    wireSkills(parts),
    wireHooks(parts),
    wireQuiet(parts),
    wireWebConsole(parts, () => features),
    helpFeature(),
    // Last: it asks for a code for whatever the others have made of the message.
    wireLock(parts, () => features),
  ];
  return features;
}
