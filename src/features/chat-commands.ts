import type { ChatCommand } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import { agentResumeCommand } from '../gateway/tasks/resume-task.ts';
import { agentCommand } from '../gateway/tasks/start-task.ts';
import { approveCommand } from './approvals/approve.ts';
import { rejectCommand } from './approvals/reject.ts';
import { helpCommand } from './help/help.ts';
import { policyCommand } from './policy/policy.ts';
import { cancelCommand } from './sessions/cancel.ts';
import { compactCommand } from './sessions/compact.ts';
import { contextCommand } from './sessions/context.ts';
import { queueCommand } from './sessions/queue.ts';
import { sessionsCommand } from './sessions/sessions.ts';
import { statusCommand } from './sessions/status.ts';

/** All chat commands, in the order of `/help`. */
export function allCommands(features: readonly Feature[]): readonly ChatCommand[] {
  const ofFeatures = features.flatMap(({ commands = [] }) => commands);
  return [...coreCommands(features), ...ofFeatures].sort((one, other) => placeOf(one) - placeOf(other));
}

/** How `/help` begins, by name. */
const FIRST: readonly string[] = [
  ...['agent', 'agent?', 'queue', 'agent-resume', 'cancel', 'plan', 'job', 'undo', 'diff'],
  ...['apply', 'merge', 'pr', 'keep', 'discard', 'secretary', 'workspace', 'sessions', 'status', 'remember'],
  ...['context', 'compact', 'cost', 'doctor', 'audit', 'metrics'],
];
/** How it ends. A command that is in neither list stands between them. */
const LAST: readonly string[] = ['policy', 'trust', 'approve', 'reject', 'help'];

function placeOf({ name }: ChatCommand): number {
  const place = FIRST.indexOf(name);
  return place === -1 ? FIRST.length + 1 + LAST.indexOf(name) : place;
}

function coreCommands(features: readonly Feature[]): readonly ChatCommand[] {
  return [
    agentCommand,
    queueCommand,
    agentResumeCommand,
    cancelCommand,
    sessionsCommand,
    statusCommand(features),
    contextCommand,
    compactCommand,
    policyCommand,
    approveCommand,
    rejectCommand,
    helpCommand,
  ];
}
