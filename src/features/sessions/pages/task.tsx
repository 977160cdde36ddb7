import type { SessionRecord, TaskPlan } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { shorten } from '../../../core/text.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { Card } from '../../../web-server/ui.tsx';
import { sessionTexts } from '../texts/texts.ts';
import { commandMessage, type TaskCommandParts, TaskHead } from './task-head.tsx';
import type { Evidence, TaskRounds } from './task-rounds.ts';
import { CostByRound, Timeline } from './timeline.tsx';

/** Longest request, in UTF-16 code units. */
const MAX_REQUEST = 4000;

export interface TaskParts extends TaskCommandParts {
  readonly store: Pick<Store, 'checkpoints' | 'history' | 'spending'> & ReadableTasks['store'];
  readonly taskRounds: TaskRounds;
  readonly visitors: TaskCommandParts['visitors'] & ReadableTasks['visitors'];
  /** Facts from the records of a task. */
  readonly evidence: Evidence;
}

/** One task: its request, plan, calls and reports, and the commands for it. */
export function taskView(parts: TaskParts): WebView {
  return {
    async show(request) {
      const session = readableTask(request.param('id'), request, parts);
      if (session === undefined) return undefined;
      return {
        title: request.clean(taskLine(session)),
        regions: [
          { name: 'head', body: <TaskHead session={session} request={request} parts={parts} /> },
          { name: 'course', body: <Course session={session} request={request} parts={parts} /> },
        ],
      };
    },
    submit(request, form) {
      const session = readableTask(request.param('id'), request, parts);
      return session && commandMessage(session, { request, form }, parts);
    },
  };
}

interface CourseProps {
  readonly session: SessionRecord;
  readonly request: WebRequest;
  readonly parts: TaskParts;
}

function Course({ session, request, parts }: CourseProps) {
  const { texts, clean } = request;
  const { taskRounds, store, evidence } = parts;
  return (
    <div class="columns aside-first">
      <div>
        <Timeline
          shown={taskRounds.rounds(session.id, roundBefore(request))}
          costs={store.spending.byRound(session.id)}
          session={session}
          request={request}
        />
      </div>
      <div>
        <Plan plan={store.history.plan(session.id)} request={request} />
        <Reports texts={taskRounds.reports(session.id)} request={request} />
        <Receipt lines={evidence(session, texts)} request={request} />
        <CostByRound costs={store.spending.byRound(session.id)} usage={session.usage} request={request} />
        <Card id="request" title={sessionTexts(texts).request}>
          <Prose text={shorten(clean(session.task), MAX_REQUEST)} />
        </Card>
      </div>
    </div>
  );
}

/** Where an address leads to older rounds. */
function roundBefore({ query }: Pick<WebRequest, 'query'>): number | undefined {
  const before = query('before');
  return /^\d{1,9}$/.test(before) ? Number(before) : undefined;
}

const MARKS = { pending: '○', in_progress: '◐', done: '✓', failed: '✕', skipped: '–' } as const;

function Plan({ plan, request: { texts, clean } }: { plan: TaskPlan | undefined; request: WebRequest }) {
  if (plan === undefined) return null;
  const words = sessionTexts(texts);
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  return (
    <Card id="plan" title={words.plan} aside={words.steps(String(done), String(plan.steps.length))}>
      <ol class="plan">
        {plan.steps.map(({ status, title, note }) => (
          <li class={status}>
            <span class="mark" role="img" aria-label={words.step[status]}>
              {MARKS[status]}
            </span>
            <span>
              {clean(title)}
              {note === undefined ? null : <span class="meta">{clean(note)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface ReportsProps {
  /** Newest first. */
  readonly texts: readonly string[];
  readonly request: WebRequest;
}

/** The chat's latest report; earlier ones stay folded. */
function Reports({ texts: [newest, ...earlier], request: { texts, clean } }: ReportsProps) {
  if (newest === undefined) return null;
  const words = sessionTexts(texts);
  return (
    <Card id="report" title={words.report}>
      <Prose text={clean(newest)} />
      {earlier.length === 0 ? null : (
        <details id="earlier-reports">
          <summary>{words.earlierReports}</summary>
          {earlier.map((text) => (
            <Prose text={clean(text)} />
          ))}
        </details>
      )}
    </Card>
  );
}

interface ReceiptProps {
  /** Undefined when there is too much of it to look at here. */
  readonly lines: readonly string[] | undefined;
  readonly request: WebRequest;
}

/** Facts from the records, independent of the model's words. */
function Receipt({ lines, request: { texts, clean } }: ReceiptProps) {
  const words = sessionTexts(texts);
  if (lines?.length === 0) return null;
  return (
    <Card id="evidence" title={words.evidence}>
      <p class="meta">{lines === undefined ? words.tooMuchEvidence : words.fromRecords}</p>
      {lines === undefined ? null : (
        <ul class="evidence">
          {lines.map((line) => (
            <li>
              <Prose text={clean(line)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
