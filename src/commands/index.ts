import type { ChatCommand } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import { agentCommand } from './agent.ts';
import { agentResumeCommand } from './agent-resume.ts';
import { approveCommand } from './approve.ts';
import { cancelCommand } from './cancel.ts';
import { compactCommand } from './compact.ts';
import { contextCommand } from './context.ts';
import { helpCommand } from './help.ts';
import { policyCommand } from './policy.ts';
import { queueCommand } from './queue.ts';
import { rejectCommand } from './reject.ts';
import { sessionsCommand } from './sessions.ts';
import { statusCommand } from './status.ts';

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
