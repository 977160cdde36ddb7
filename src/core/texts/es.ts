import type { english } from './en.ts';
import { approvalTexts } from './es/approvals.ts';
import { beforeStartTexts } from './es/before-start.ts';
import { commandTexts } from './es/commands.ts';
import { consoleTexts } from './es/console.ts';
import { contextTexts } from './es/context.ts';
import { failureTexts } from './es/failures.ts';
import { firedTexts } from './es/fired.ts';
import { grantTexts } from './es/grants.ts';
import { healthTexts } from './es/health.ts';
import { linkTexts } from './es/link.ts';
import { moneyTexts } from './es/money.ts';
import { outcomeTexts } from './es/outcomes.ts';
import { pictureTexts } from './es/pictures.ts';
import { policyTexts } from './es/policy.ts';
import { progressTexts } from './es/progress.ts';
import { projectTexts } from './es/projects.ts';
import { replyTexts } from './es/replies.ts';
import { reportTexts } from './es/report.ts';
import { runTexts } from './es/run.ts';
import { sandboxTexts } from './es/sandbox.ts';
import { statusTexts } from './es/status.ts';
import { taskTexts } from './es/tasks.ts';
import { trustTexts } from './es/trust.ts';
import { undoneTexts } from './es/undone.ts';

export const spanish: typeof english = {
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
