import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { inlineCode } from '../../core/text.ts';
import { fullQuestion } from '../questions/question-text.ts';
import { openApprovals } from './conversation-sessions.ts';
import { projectName } from './projects.ts';
import { planLines, statusText, stepsDone, timeAndCost } from './session-text.ts';
import { listedName, numberingOf } from './task-name.ts';

/** The state of one task, and its question. */
export function statusLines(session: SessionRecord, context: CommandContext): readonly string[] {
  const { texts, store } = context;
  const plan = store.history.plan(session.id);
  const branch = store.worktrees.findActive(session)?.branch;
  const facts = [
    texts.progress.round(session.usage.round),
    stepsDone(plan, texts),
    timeAndCost(session.usage, session.usage.activeMs, texts),
  ];
  return [
    statusLine(session, context),
    facts.filter((fact) => fact !== undefined).join(' · '),
    ...(branch === undefined ? [] : [`🌿 ${inlineCode(branch)}`]),
    ...(plan === undefined ? [] : planLines(plan)),
    ...openApprovals(context, session).map((question) => fullQuestion(question, texts)),
  ];
}

/** `🔧 running: #2 fix the login`, with the project if it differs from the chat's. */
export function statusLine(session: SessionRecord, context: CommandContext): string {
  const { project } = session;
  const where = project === context.workspace ? '' : ` (${projectName(project)})`;
  return `${statusText(session.state, context.texts)}: ${listedName(session, numberingOf(context))}${where}`;
}
