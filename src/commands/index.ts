import type { ChatCommand } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import { agentCommand } from './agent.ts';
import { agentResumeCommand } from './agent-resume.ts';
import { approveCommand } from './approve.ts';
import { auditCommand } from './audit.ts';
import { cancelCommand } from './cancel.ts';
import { compactCommand } from './compact.ts';
import { contextCommand } from './context.ts';
import { costCommand } from './cost.ts';
import { doctorCommand } from './doctor.ts';
import { helpCommand } from './help.ts';
import { metricsCommand } from './metrics.ts';
import { policyCommand } from './policy.ts';
import { queueCommand } from './queue.ts';
import { rejectCommand } from './reject.ts';
import { sessionsCommand } from './sessions.ts';
import { statusCommand } from './status.ts';
import { trustCommand } from './trust.ts';

/** All chat commands, in the order of `/help`: to begin and end tasks, about tasks, about permissions. */
export function allCommands(features: readonly Feature[]): readonly ChatCommand[] {
  const ofFeatures = features.flatMap(({ commands = [] }) => commands);
  const placed = ofFeatures.filter(({ listedBehind }) => listedBehind !== undefined);
  const others = ofFeatures.filter(({ listedBehind }) => listedBehind === undefined);
  const all = [
    ...TASK_COMMANDS,
    ...others.filter(({ isForTasks }) => isForTasks),
    ...commandsAboutTasks(features),
    ...others.filter(({ isForTasks }) => !isForTasks),
    ...PERMISSION_COMMANDS,
  ];
  return placed.reduce(placedBehind, all);
}

/** With one command more, at its place; without such a place it is the last one. */
function placedBehind(all: readonly ChatCommand[], command: ChatCommand): readonly ChatCommand[] {
  const at = all.findIndex(({ name }) => name === command.listedBehind);
  return at === -1 ? [...all, command] : all.toSpliced(at + 1, 0, command);
}

const TASK_COMMANDS: readonly ChatCommand[] = [agentCommand, queueCommand, agentResumeCommand, cancelCommand];

function commandsAboutTasks(features: readonly Feature[]): readonly ChatCommand[] {
  return [
    sessionsCommand,
    statusCommand(features),
    contextCommand,
    compactCommand,
    costCommand,
    doctorCommand,
    auditCommand,
    metricsCommand,
  ];
}

const PERMISSION_COMMANDS: readonly ChatCommand[] = [
  policyCommand,
  trustCommand,
  approveCommand,
  rejectCommand,
  helpCommand,
];
