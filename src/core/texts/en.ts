import { approvalTexts } from './en/approvals.ts';
import { beforeStartTexts } from './en/before-start.ts';
import { commandTexts } from './en/commands.ts';
import { consoleTexts } from './en/console.ts';
import { contextTexts } from './en/context.ts';
import { failureTexts } from './en/failures.ts';
import { firedTexts } from './en/fired.ts';
import { grantTexts } from './en/grants.ts';
import { healthTexts } from './en/health.ts';
import { linkTexts } from './en/link.ts';
import { moneyTexts } from './en/money.ts';
import { outcomeTexts } from './en/outcomes.ts';
import { pictureTexts } from './en/pictures.ts';
import { policyTexts } from './en/policy.ts';
import { progressTexts } from './en/progress.ts';
import { projectTexts } from './en/projects.ts';
import { replyTexts } from './en/replies.ts';
import { reportTexts } from './en/report.ts';
import { runTexts } from './en/run.ts';
import { sandboxTexts } from './en/sandbox.ts';
import { statusTexts } from './en/status.ts';
import { taskTexts } from './en/tasks.ts';
import { trustTexts } from './en/trust.ts';
import { undoneTexts } from './en/undone.ts';

export const english = {
  approvals: approvalTexts,
  beforeStart: beforeStartTexts,
  commands: commandTexts,
  console: consoleTexts,
  context: contextTexts,
  failures: failureTexts,
  fired: firedTexts,
  grants: grantTexts,
  health: healthTexts,
  link: linkTexts,
  money: moneyTexts,
  outcomes: outcomeTexts,
  pictures: pictureTexts,
  policy: policyTexts,
  progress: progressTexts,
  replies: replyTexts,
  projects: projectTexts,
  report: reportTexts,
  run: runTexts,
  sandbox: sandboxTexts,
  status: statusTexts,
  tasks: taskTexts,
  trust: trustTexts,
  undone: undoneTexts,
};
