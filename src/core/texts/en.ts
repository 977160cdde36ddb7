import { commandTexts } from './en/commands.ts';
import { approvalTexts, grantTexts, policyTexts, sandboxTexts, trustTexts } from './en/permissions.ts';
import { contextTexts, projectTexts, replyTexts, statusTexts } from './en/replies.ts';
import { pictureTexts, reportTexts, undoneTexts } from './en/report.ts';
import { failureTexts, firedTexts, moneyTexts, outcomeTexts, progressTexts, taskTexts } from './en/tasks.ts';
import { beforeStartTexts, consoleTexts, healthTexts, linkTexts } from './en/terminal.ts';

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
  sandbox: sandboxTexts,
  status: statusTexts,
  tasks: taskTexts,
  trust: trustTexts,
  undone: undoneTexts,
};
