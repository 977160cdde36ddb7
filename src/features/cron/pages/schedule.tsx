import { basename } from 'node:path';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { capitalize } from '../../../core/text.ts';
import { personName } from '../../../gateway/people/person.ts';
import { Prose } from '../../../web-server/prose.tsx';
import {
  ButtonForm,
  Card,
  Empty,
  type Fact,
  Facts,
  type FormButton,
  When,
  withoutEmoji,
} from '../../../web-server/ui.tsx';
import type { CronRecord, CronRun, CronSkip } from '../cron.ts';
import { runEnd } from '../firing/run-end.ts';
import { beginsTask, parseCronAction } from '../schedule/plan-cron.ts';
import { timeOf } from '../schedule/plan-text.ts';
import type { ScheduleReader } from '../schedule/read-schedule.ts';
import { nextRuns } from '../schedule/schedule.ts';
import { cronTexts } from '../texts/texts.ts';
import {
  commandFor,
  commandsFor,
  isPolicy,
  type ScheduleCommand,
  type SchedulesParts,
  scheduleOf,
} from './schedule-commands.ts';
import { actionInLine, Moment, OutcomeBadge, type RuleWords, StateBadge } from './schedule-parts.tsx';

/** How many of its next times are shown. */
const MAX_RUNS_SHOWN = 3;

export interface SchedulePageParts extends SchedulesParts {
  readonly scheduleOf: ScheduleReader;
  readonly ruleWords: RuleWords;
}

/** One schedule: when it comes next, what came of it, and what to do with it. */
export function scheduleView(parts: SchedulePageParts): WebView {
  return {
    async show(request) {
      const cron = scheduleOf(request, parts);
      if (cron === undefined) return undefined;
      return {
        title: actionInLine(cron, request),
        regions: [
          { name: 'head', body: <Head cron={cron} request={request} parts={parts} /> },
          {
            name: 'course',
            body: (
              <div class="columns">
                <div>
                  <History cron={cron} request={request} parts={parts} />
                </div>
                <div>
                  <Next cron={cron} request={request} parts={parts} />
                  <Missed cron={cron} request={request} parts={parts} />
                  <Card id="what" title={cronTexts(request.texts).page.what}>
                    <Prose text={request.clean(cron.message)} />
                  </Card>
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

interface PartProps {
  readonly cron: CronRecord;
  readonly request: WebRequest;
  readonly parts: SchedulePageParts;
}

function Head({ cron, request, parts }: PartProps) {
  const { texts } = request;
  const { page } = cronTexts(texts);
  const commands = commandsFor(cron, request, parts).filter((command) => !isPolicy(command));
  const line = actionInLine(cron, request);
  return (
    <section class="card" aria-label={line}>
      <div class="buttons">
        <StateBadge cron={cron} texts={texts} />
      </div>
      <Facts facts={scheduleFacts({ cron, request, parts })} />
      {commands.length === 0 ? null : (
        <ButtonForm
          action={`/schedules/${cron.id}`}
          label={page.actions(line)}
          buttons={commands.map((command) => buttonFor(command, page.buttons))}
        />
      )}
    </section>
  );
}

function buttonFor(command: ScheduleCommand, labels: Readonly<Record<ScheduleCommand, string>>): FormButton {
  const isMain = command === 'run' || command === 'undo';
  return {
    name: 'command',
    value: command,
    label: labels[command],
    kind: command === 'delete' ? 'danger' : isMain ? 'main' : 'plain',
  };
}

function scheduleFacts({ cron, request, parts }: PartProps): readonly Fact[] {
  const { texts, clean } = request;
  const { facts: names } = cronTexts(texts).page;
  const { timezone, name, sender, workspace, failures, inGroup, createdAtMs } = cron;
  const isTask = beginsTask(parseCronAction(cron.message));
  return [
    { name: names.rule, value: clean(parts.ruleWords(cron, texts)) },
    { name: names.zone, value: clean(timezone) },
    { name: names.name, value: <code>{name}</code> },
    ...(isTask && workspace !== undefined
      ? [{ name: names.project, value: clean(basename(workspace)) }]
      : []),
    ...(failures > 0 ? [{ name: names.failures, value: String(failures) }] : []),
    { name: inGroup ? `${names.person}, ${names.group}` : names.person, value: personName(sender, texts) },
    { name: names.made, value: <When atMs={createdAtMs} request={request} /> },
  ];
}

function Next({ cron, request, parts }: PartProps) {
  const { page } = cronTexts(request.texts);
  const times = nextTimes(cron, parts);
  return (
    <Card id="next" title={page.next} aside={page.nextIn(request.clean(cron.timezone))}>
      {times.length === 0 ? (
        <Empty>{page.nothingNext}</Empty>
      ) : (
        <ol class="rows">
          {times.map((atMs) => (
            <li>
              <Moment atMs={atMs} timezone={cron.timezone} request={request} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function nextTimes(
  cron: CronRecord,
  { scheduleOf: read }: Pick<SchedulePageParts, 'scheduleOf'>,
): readonly number[] {
  const { state, nextAtMs, deletedAtMs } = cron;
  if (state !== 'active' || nextAtMs === undefined || deletedAtMs !== undefined) return [];
  const schedule = read(cron);
  return [nextAtMs, ...(schedule === undefined ? [] : nextRuns(schedule, nextAtMs, MAX_RUNS_SHOWN - 1))];
}

/** What becomes of runs that are missed, and the other ways. */
function Missed({ cron, request, parts }: PartProps) {
  const crons = cronTexts(request.texts);
  if (cron.kind === 'at') return null;
  const others = commandsFor(cron, request, parts).filter(isPolicy);
  return (
    <Card id="missed" title={crons.page.missed}>
      <p>{capitalize(crons.missed.policy[cron.policy])}</p>
      {others.length === 0 ? null : (
        <ButtonForm
          action={`/schedules/${cron.id}`}
          label={crons.page.missed}
          buttons={others.map((command) => buttonFor(command, crons.page.buttons))}
        />
      )}
    </Card>
  );
}

function History({ cron, request, parts }: PartProps) {
  const { texts } = request;
  const crons = cronTexts(texts);
  const runs = parts.rows.listRuns(cron.id);
  const { skipped } = cron;
  return (
    <Card id="history" title={crons.page.history} aside={runs.length === 0 ? undefined : runs.length}>
      {skipped === undefined ? null : <p class="meta">{skippedText(skipped, cron.timezone, request)}</p>}
      {runs.length === 0 ? (
        <Empty>{crons.page.noRuns}</Empty>
      ) : (
        <ol class="rows">
          {runs.map((run) => (
            <Run run={run} cron={cron} request={request} parts={parts} />
          ))}
        </ol>
      )}
    </Card>
  );
}

/** `skipped Mon 23 Nov 09:00 to Tue 24 Nov 09:00: I wasn't running`. */
function skippedText({ firstMs, lastMs, reason }: CronSkip, timezone: string, request: WebRequest): string {
  const crons = cronTexts(request.texts);
  const [first, last] = [timeOf(firstMs, timezone, request), timeOf(lastMs, timezone, request)];
  const when = first === last ? first : crons.through(first, last);
  return withoutEmoji(crons.skipped(when, crons.skipReason[reason]));
}

function Run({ run, cron, request, parts }: PartProps & { readonly run: CronRun }) {
  const { texts } = request;
  const { session } = run;
  const time = <Moment atMs={run.nominalMs} timezone={cron.timezone} request={request} />;
  const isByHand = run.key.includes(':now:');
  return (
    <li>
      {session === undefined ? <span>{time}</span> : <a href={`/tasks/${session}`}>{time}</a>}
      <OutcomeBadge outcome={outcomeOf(run, cron, parts)} texts={texts} />
      <span class="meta">
        {isByHand ? <span>{cronTexts(texts).page.asked}</span> : null}
        <When atMs={run.atMs} request={request} />
      </span>
    </li>
  );
}

/** The outcome is recorded only for the last run; for the others it is read from their own rows. */
function outcomeOf(
  run: CronRun,
  cron: CronRecord,
  { store }: Pick<SchedulePageParts, 'store'>,
): CronRun['outcome'] {
  if (run.outcome !== 'pending') return run.outcome;
  const { conversation, sender } = cron;
  return runEnd({ last: run, conversation, sender }, store) ?? 'pending';
}
