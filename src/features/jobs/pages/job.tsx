import { basename } from 'node:path';
import type { StepStatus } from '../../../contracts/session.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { personName } from '../../../gateway/people/person.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import { Prose } from '../../../web-server/prose.tsx';
import {
  Badge,
  ButtonForm,
  Card,
  Empty,
  type Fact,
  Facts,
  type FormButton,
  Paging,
  portionOf,
  type Tone,
  When,
} from '../../../web-server/ui.tsx';
import { commandName } from '../catalog.ts';
import { jobName } from '../commands/job-text.ts';
import type { JobRecord } from '../job.ts';
import { planText } from '../plan/plan-text.ts';
import { jobReport } from '../running/report.ts';
import { jobTexts } from '../texts/texts.ts';
import { commandFor, commandsFor, type JobCommand, type JobPagesParts, jobOf } from './job-commands.ts';
import { JobPicture } from './job-graph.tsx';
import { type JobStanding, JobState, jobStanding, type TaskStanding } from './job-standing.tsx';

/** One job: its graph, its tasks one by one, its plan or result, and what to do with it. */
export function jobView(parts: JobPagesParts): WebView {
  return {
    async show(request) {
      const job = jobOf(request, parts);
      if (job === undefined) return undefined;
      const { store } = parts;
      const standing = jobStanding(job, { store, texts: request.texts });
      return {
        title: request.clean(jobName(job)),
        regions: [
          { name: 'head', body: <Head job={job} standing={standing} request={request} parts={parts} /> },
          {
            name: 'course',
            body: (
              <div class="columns">
                <div>
                  <Graph job={job} standing={standing} request={request} parts={parts} />
                  <Words job={job} standing={standing} request={request} parts={parts} />
                </div>
                <div>
                  <Tasks job={job} standing={standing} request={request} parts={parts} />
                </div>
              </div>
            ),
          },
        ],
      };
    },
    submit: (request, form) => commandFor(request, form, parts),
  };
}

interface JobProps {
  readonly job: JobRecord;
  /** Undefined when there is no plan. */
  readonly standing: JobStanding | undefined;
  readonly request: WebRequest;
  readonly parts: JobPagesParts;
}

function Head({ job, standing, request, parts }: JobProps) {
  const { texts, clean } = request;
  const { page } = jobTexts(texts);
  const path = `/jobs/${job.id}`;
  const buttons = commandsFor(job, request, parts).map((command) => buttonFor(command, page.buttons));
  return (
    <section class="card" aria-label={clean(jobName(job))}>
      <div class="buttons">
        <JobState job={job} store={parts.store} texts={texts} />
      </div>
      <Facts facts={jobFacts({ job, standing, request, parts })} />
      <div class="actions">
        {buttons.length === 0 ? null : (
          <ButtonForm action={path} label={page.actions(clean(jobName(job)))} buttons={buttons} />
        )}
        {job.session === undefined ? null : (
          <a class="button button-plain" href={`/tasks/${job.session}`}>
            {page.openTask}
          </a>
        )}
      </div>
    </section>
  );
}

function buttonFor(command: JobCommand, labels: Readonly<Record<JobCommand, string>>): FormButton {
  const kind = command === 'cancel' ? 'danger' : 'main';
  return { name: 'command', value: command, label: labels[command], kind };
}

function jobFacts({ job, standing, request }: JobProps): readonly Fact[] {
  const { texts, clean } = request;
  const { facts: names } = jobTexts(texts).page;
  const { id, costMicroUsd, workspace, owner, createdAtMs } = job;
  const tasks = standing?.tasks ?? [];
  const done = tasks.filter(({ status }) => status === 'done').length;
  return [
    ...(tasks.length === 0 ? [] : [{ name: names.done, value: `${done}/${tasks.length}` }]),
    { name: names.name, value: <code>{id}</code> },
    ...(costMicroUsd === 0 ? [] : [{ name: names.planning, value: formatMoney(costMicroUsd) }]),
    { name: names.project, value: clean(basename(workspace)) },
    { name: names.person, value: personName(owner, texts) },
    { name: names.asked, value: <When atMs={createdAtMs} request={request} /> },
  ];
}

function Graph({ job, standing, request: { texts } }: JobProps) {
  const { page } = jobTexts(texts);
  return (
    <Card id="graph" title={page.graph}>
      {standing === undefined ? (
        <Empty>{job.plan === undefined ? page.noPlan : page.changed}</Empty>
      ) : (
        <JobPicture standing={standing} texts={texts} />
      )}
    </Card>
  );
}

/** Before it has run, what it would do; afterwards, what came of it. */
function Words({ job, standing, request, parts }: JobProps) {
  if (standing === undefined) return null;
  const { texts, clean, query } = request;
  const { page, chat } = jobTexts(texts);
  const { plan, states, hasResults } = standing;
  const isWhole = query('all') !== '';
  const whereAll = isWhole ? undefined : chat.whole(job.id);
  const session = job.session && parts.store.sessions.get(job.session);
  // A running or waiting one continues by itself.
  const isOver = session !== undefined && !isAtRest(session);
  const report = { isOver, texts, ...(whereAll === undefined ? {} : { whereAll }) };
  const text = hasResults ? jobReport(plan, states, report) : planText(plan, texts, whereAll);
  const isCut = whereAll !== undefined && text.includes(whereAll);
  return (
    <Card id="words" title={hasResults ? page.result : page.plan}>
      <Prose text={clean(text)} />
      {isCut ? (
        <p>
          <a href={`/jobs/${job.id}?all=1`}>{page.whole}</a>
        </p>
      ) : null}
    </Card>
  );
}

/** How many tasks of a large job are shown. */
const MAX_TASKS_SHOWN = 60;

function Tasks({ job, standing, request }: JobProps) {
  if (standing === undefined) return null;
  const { page } = jobTexts(request.texts);
  const { tasks } = standing;
  const portion = portionOf(tasks, request, { name: 'tasks', size: MAX_TASKS_SHOWN });
  return (
    <Card id="tasks" title={tasks.length === 1 ? page.oneTask : page.tasks(String(tasks.length))}>
      <ol class="rows">
        {portion.items.map((task) => (
          <Task standing={task} request={request} />
        ))}
      </ol>
      <Paging portion={portion} name="tasks" path={`/jobs/${job.id}`} request={request} />
    </Card>
  );
}

const TONES: Readonly<Record<StepStatus, Tone>> = {
  pending: 'calm',
  in_progress: 'busy',
  done: 'good',
  failed: 'bad',
  skipped: 'calm',
};

function Task({ standing, request }: { readonly standing: TaskStanding; readonly request: WebRequest }) {
  const { texts, clean } = request;
  const { page, catalog } = jobTexts(texts);
  const { task, status, note } = standing;
  const { id, dependsOn, effect } = task;
  return (
    <li>
      <span>
        <b>{clean(id)}</b> <code>{clean(commandName(task))}</code>
      </span>
      <Badge tone={TONES[status]}>{page.state[status]}</Badge>
      <span class="meta">
        <span>{catalog.effects[effect]}</span>
        <span>{dependsOn.length === 0 ? page.first : page.after(clean(dependsOn.join(', ')))}</span>
        {note === undefined ? null : <span>{clean(note)}</span>}
      </span>
    </li>
  );
}
