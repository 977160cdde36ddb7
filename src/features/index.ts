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
  conversationIn,
  cronIn,
  lockIn,
  modelsIn,
  notesIn,
  peopleIn,
  quietIn,
  voiceIn,
  webChatIn,
} from './wire-chats.ts';
import {
  auditIn,
  commandFilesIn,
  costIn,
  doctorIn,
  hooksIn,
  mcpIn,
  mcpServeIn,
  metricsIn,
  policyIn,
  skillsIn,
  tracingIn,
  webConsoleIn,
} from './wire-program.ts';
import {
  followUpsIn,
  jobsIn,
  pullRequestsIn,
  rewindIn,
  secretaryIn,
  sessionsIn,
  undoIn,
  workspacesIn,
  worktreesIn,
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
    conversationIn(parts),
    webChatIn(parts),
    sessionsIn(parts, () => features),
    approvalsFeature(),
    policyIn(parts),
    // Before the others that stand around a run: its folder is made last and tidied first.
    worktreesIn(parts, landed),
    pullRequestsIn(parts, undos),
    secretaryIn(parts),
    jobsIn(parts),
    undoIn(parts, undos, undone),
    rewindIn(parts, undone),
    followUpsIn(parts),
    cronIn(parts),
    workspacesIn(parts),
    webFeature(services.web),
    notesIn(parts),
    costIn(parts),
    modelsIn(parts),
    voiceIn(parts),
    auditIn(parts),
    metricsIn(parts),
    doctorIn(parts),
    ...(machines === undefined ? [] : [machinesFeature({ machines, visitors: people.consoleVisitors })]),
    peopleIn(parts),
    settingsFeature({ settings: about.shownSettings }),
    tracingIn(parts),
    mcpIn(parts),
    mcpServeIn(parts),
    // A project's command comes before a skill of the same name.
    commandFilesIn(parts),
    skillsIn(parts),
    hooksIn(parts),
    quietIn(parts),
    webConsoleIn(parts, () => features),
    helpFeature(),
    // Last: it asks for a code for whatever the others have made of the message.
    lockIn(parts, () => features),
  ];
  return features;
}
