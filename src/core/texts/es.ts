import type { english } from './en.ts';
import { commandTexts } from './es/commands.ts';
import { approvalTexts, grantTexts, policyTexts, sandboxTexts, trustTexts } from './es/permissions.ts';
import { contextTexts, projectTexts, replyTexts, statusTexts } from './es/replies.ts';
import { pictureTexts, reportTexts, undoneTexts } from './es/report.ts';
import { failureTexts, firedTexts, moneyTexts, outcomeTexts, progressTexts, taskTexts } from './es/tasks.ts';
import { beforeStartTexts, consoleTexts, healthTexts, linkTexts } from './es/terminal.ts';

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
  sandbox: sandboxTexts,
  status: statusTexts,
  tasks: taskTexts,
  trust: trustTexts,
  undone: undoneTexts,
};
