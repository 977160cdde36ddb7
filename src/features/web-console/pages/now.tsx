import { basename } from 'node:path';
import * as z from 'zod';
import { LINK_WORDS, type LinkWord } from '../../../channels/whatsapp/link-state.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { SpendingStore } from '../../../contracts/session-stores.ts';
import {
  QuestionData,
  TaskData,
  type WebDataSource,
  type WebRequest,
  type WebView,
  type WebVisitor,
} from '../../../contracts/web-page.ts';
import { startOfUtcDay } from '../../../core/clock.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { TaskList } from '../../../gateway/task-list.tsx';
import type { TaskRow, TaskRows } from '../../../store/task-rows.ts';
import { Badge, Card, Empty, type Fact, Facts, When } from '../../../web-server/ui.tsx';
import type { WaitingQuestions } from '../rows/waiting-questions.ts';
import { webConsoleTexts } from '../texts/texts.ts';
import { type LinkCardParts, linkRegions, pairingMessage } from './link-card.tsx';
import { openQuestions } from './questions.tsx';

/** How many open tasks and questions are listed: the page is for one look, and is made anew with every change. */
const MAX_OPEN_SHOWN = 25;
/** How many tasks that have ended. */
const MAX_ENDED_SHOWN = 5;

export interface NowParts {
  readonly tasks: Pick<TaskRows, 'count' | 'find'>;
  readonly waiting: Pick<WaitingQuestions, 'listOpen'>;
  readonly spending: Pick<SpendingStore, 'byPerson' | 'sumSince'>;
  readonly program: Pick<ProgramFacts, 'version' | 'model' | 'writeEnabled' | 'sandbox' | 'limits'>;
  /** Undefined while WhatsApp is not used. */
  link(): LinkWord | undefined;
}

/** Running and waiting work, its cost, and the state of the program. */
export function nowView(parts: NowParts, linking: LinkCardParts): WebView {
  return {
    async show(request) {
      const { visitor, texts } = request;
      const words = webConsoleTexts(texts).now;
      const owner = visitor.role === 'owner' ? undefined : visitor.sender;
      const tasks = async (isOpen: boolean, limit: number): Promise<readonly TaskRow[]> =>
        (await parts.tasks.find({ owner, mode: 'agent', isOpen }, { limit })).tasks;
      const [running, ended] = [await tasks(true, MAX_OPEN_SHOWN), await tasks(false, MAX_ENDED_SHOWN)];
      const open = parts.tasks.count({ owner, mode: 'agent', isOpen: true });
      return {
        title: words.title,
        regions: [
          ...linkRegions(request, linking),
          {
            name: 'now',
            body: (
              <div class="columns">
                <div>
                  <Waiting request={request} parts={parts} />
                  <Running request={request} tasks={running} count={open} />
                  <Ended request={request} tasks={ended} />
                </div>
                <div>
                  <Money request={request} parts={parts} />
                  <Program request={request} parts={parts} />
                </div>
              </div>
            ),
          },
        ],
      };
    },
    submit: (request, form) => pairingMessage(request, form, linking),
  };
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: NowParts;
}

function Waiting({ request, parts }: PartProps) {
  const { visitor, texts, clean } = request;
  const words = webConsoleTexts(texts).now;
  const isSeen = ({ requester }: { readonly requester: string }): boolean =>
    visitor.role === 'owner' || requester === visitor.sender;
  const open = parts.waiting.listOpen().filter(isSeen);
  return (
    <Card id="waits" title={words.waits} aside={open.length === 0 ? undefined : open.length}>
      {open.length === 0 ? (
        <Empty>{words.nothingWaits}</Empty>
      ) : (
        <ul class="rows">
          {open.slice(0, MAX_OPEN_SHOWN).map(({ id, question: { details, text: question }, askedAtMs }) => (
            <li>
              <a href={`/questions#question-${id}`}>
                <code>{firstLineOf(clean(details === '' ? question : details))}</code>
              </a>
              <a href={`/questions#question-${id}`}>
                <Badge tone="asks">{words.answer}</Badge>
              </a>
              <span class="meta">
                <When atMs={askedAtMs} request={request} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <More to="/questions" count={open.length - MAX_OPEN_SHOWN} request={request} />
    </Card>
  );
}

function More({ to, count, request: { texts } }: MoreProps) {
  if (count <= 0) return null;
  return (
    <p class="meta">
      <a href={to}>{webConsoleTexts(texts).now.more(String(count))}</a>
    </p>
  );
}

interface MoreProps {
  readonly to: string;
  /** How many are not shown. */
  readonly count: number;
  readonly request: WebRequest;
}

const MAX_LINE = 100;

function firstLineOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

interface TasksProps {
  readonly request: WebRequest;
  readonly tasks: readonly TaskRow[];
}

interface RunningProps extends TasksProps {
  /** How many there are, whether they are listed or not. */
  readonly count: number;
}

function Running({ request, tasks, count }: RunningProps) {
  const words = webConsoleTexts(request.texts).now;
  return (
    <Card id="running" title={words.running} aside={count === 0 ? undefined : count}>
      {count === 0 ? (
        <Empty>
          {words.nothingRuns}
          <code>{words.example}</code>
        </Empty>
      ) : (
        <TaskList request={request} tasks={tasks} />
      )}
      <More to="/tasks" count={count - MAX_OPEN_SHOWN} request={request} />
    </Card>
  );
}

function Ended({ request, tasks }: TasksProps) {
  const words = webConsoleTexts(request.texts).now;
  return (
    <Card id="lately" title={words.lately} aside={<a href="/tasks">{words.all}</a>}>
      {tasks.length === 0 ? <Empty>{words.noneYet}</Empty> : <TaskList request={request} tasks={tasks} />}
    </Card>
  );
}

function Money({ request: { visitor, texts, nowMs }, parts: { spending, program } }: PartProps) {
  const words = webConsoleTexts(texts).now;
  const spent = spentToday(visitor, { spending, nowMs });
  const cap = program.limits.dailyCostMicroUsd;
  return (
    <Card id="money" title={words.money}>
      <Facts facts={[{ name: words.spent, value: formatMoney(spent) }]} />
      {cap === undefined ? null : <p class="meta">{words.limit(formatMoney(cap))}</p>}
    </Card>
  );
}

function Program({ request: { texts, clean }, parts: { program, link } }: PartProps) {
  const words = webConsoleTexts(texts).now;
  const linked = link();
  const sandbox = program.sandbox();
  const facts: readonly Fact[] = [
    { name: 'WhatsApp', value: <LinkBadge linked={linked} words={words} /> },
    { name: words.version, value: program.version },
    { name: words.model, value: <code>{clean(program.model)}</code> },
    { name: words.writes, value: program.writeEnabled ? words.writesOn : words.writesOff },
    { name: words.sandbox, value: sandboxWord(sandbox?.kind, words) },
  ];
  return (
    <Card id="program" title={words.program}>
      <Facts facts={facts} />
    </Card>
  );
}

type NowWords = ReturnType<typeof webConsoleTexts>['now'];

function LinkBadge({ linked, words }: { readonly linked: LinkWord | undefined; readonly words: NowWords }) {
  if (linked === undefined) return <Badge tone="calm">{words.noLink}</Badge>;
  const isBroken = linked === 'logged_out' || linked === 'given_up';
  const tone = linked === 'connected' ? 'good' : isBroken ? 'bad' : 'busy';
  return <Badge tone={tone}>{words.link[linked]}</Badge>;
}

function sandboxWord(kind: string | undefined, words: NowWords): string {
  if (kind === undefined) return words.sandboxUnknown;
  return kind === 'on' ? words.sandboxOn : words.sandboxOff;
}

const RunningTask = TaskData.pick({
  id: true,
  task: true,
  status: true,
  project: true,
  person: true,
  rounds: true,
});

const Output = z.object({
  version: z.string(),
  whatsapp: z.enum(LINK_WORDS).nullable().describe('Null: WhatsApp is not used.'),
  tasks: z.array(RunningTask).describe('That have not ended, newest first.'),
  questions: z.array(QuestionData).describe('That wait for an answer, oldest first.'),
  spent_today_usd: z.number().describe('Since midnight UTC: by everybody for an owner, else by the person.'),
});

/** What the first page shows, as data. */
export function nowData({ tasks, waiting, spending, program, link }: NowParts): WebDataSource {
  return {
    query: z.object({}),
    output: Output,
    async read(request): Promise<z.infer<typeof Output>> {
      const { visitor, clean, nowMs } = request;
      const owner = visitor.role === 'owner' ? undefined : visitor.sender;
      const { tasks: open } = await tasks.find(
        { owner, mode: 'agent', isOpen: true },
        { limit: MAX_OPEN_SHOWN },
      );
      return {
        version: program.version,
        whatsapp: link() ?? null,
        tasks: open.map(({ id, task, state: { status }, project, owner, usage: { round } }) => ({
          id,
          task: clean(task),
          status,
          project: clean(basename(project)),
          person: owner,
          rounds: round,
        })),
        questions: openQuestions(waiting, request),
        spent_today_usd: spentToday(visitor, { spending, nowMs }) / 1_000_000,
      };
    },
  };
}

/** In millionths of a dollar since midnight UTC: an owner sees everybody's spending. */
function spentToday(
  { role, sender }: WebVisitor,
  { spending, nowMs }: { spending: Pick<SpendingStore, 'byPerson' | 'sumSince'>; nowMs: number },
): number {
  const sinceMs = startOfUtcDay(nowMs);
  if (role !== 'owner') return spending.sumSince(sender, sinceMs);
  return spending.byPerson(sinceMs).reduce((sum, { microUsd }) => sum + microUsd, 0);
}
