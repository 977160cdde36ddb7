import { type ChatCommand, type CommandContext, replyWith } from '../../../contracts/commands.ts';
import { DAY_MS } from '../../../core/clock.ts';
import type { ConversationId } from '../../../core/ids.ts';
import type { JobAnswer, JobRecord, JobSources, JobStore } from '../job.ts';
import { jobTexts } from '../texts/texts.ts';
import { giveUpActions, retryActions, runActions } from './answer.ts';
import { jobLine, jobName, jobText } from './job-text.ts';

/** How many jobs a list shows, and a search reads. */
const MAX_JOBS_SHOWN = 10;
const MAX_JOBS_SEARCHED = 50;
const BARE_WORD_MS = DAY_MS;
/** A file or a path: in a chat only the name of a saved graph counts. */
const FILE = /[\\/]|\.ya?ml$|^\.+$/;

const VERBS: Readonly<Record<string, 'list' | 'show' | 'run' | 'cancel' | 'retry'>> = {
  list: 'list',
  lista: 'list',
  listar: 'list',
  show: 'show',
  mostrar: 'show',
  ver: 'show',
  run: 'run',
  ejecuta: 'run',
  ejecutar: 'run',
  cancel: 'cancel',
  cancelar: 'cancel',
  cancela: 'cancel',
  retry: 'retry',
  repetir: 'retry',
  repite: 'retry',
};

export const planCommand: ChatCommand = {
  name: 'plan',
  aliases: ['planear', 'planificar'],
  topic: 'tasks',
  describe: (texts) => jobTexts(texts).commands.plan,
  run(rest, { texts }): readonly JobAnswer[] {
    if (rest === '') return replyWith(jobTexts(texts).chat.howToPlan);
    return [{ kind: 'jobs.plan', source: 'request', request: rest }];
  },
};

export function jobCommand(jobs: JobSources): ChatCommand {
  return {
    name: 'job',
    aliases: ['jobs', 'trabajo', 'trabajos'],
    topic: 'tasks',
    describe: (texts) => jobTexts(texts).commands.job,
    run: (rest, context) => verbActions(rest, context, jobs),
  };
}

function verbActions(rest: string, context: CommandContext, jobs: JobSources): readonly JobAnswer[] {
  const [first = '', ...words] = rest.split(/\s+/);
  const verb = Object.hasOwn(VERBS, first.toLowerCase()) ? VERBS[first.toLowerCase()] : undefined;
  const named = words.join(' ');
  const { rows } = jobs;
  switch (verb) {
    case 'list':
      return listJobs(context, jobs);
    case 'show':
      return onJob(named, context, rows, (job) => replyWith(jobText(job, context)));
    case 'run':
      return runNamedJob(named, context, jobs);
    case 'cancel':
      return onJob(named, context, rows, (job) => giveUpActions(job, context));
    case 'retry':
      return onJob(named, context, rows, (job) => retryActions(job, context));
    // A name without a verb is enough.
    case undefined:
      return rest === ''
        ? listJobs(context, jobs)
        : onJob(rest, context, rows, (job) => replyWith(jobText(job, context)));
  }
}

/** Planned jobs of this chat, newest first. */
function plannedJobs(conversation: ConversationId, rows: JobStore): readonly JobRecord[] {
  return rows.listOfChat(conversation, MAX_JOBS_SEARCHED).filter(({ state }) => state === 'planned');
}

/** Jobs that this person was shown today: an older one has to be named, because a bare word hardly means it. */
export function waitingJobs(context: CommandContext, rows: JobStore): readonly JobRecord[] {
  const { conversation, sender, nowMs } = context;
  return plannedJobs(conversation, rows).filter(
    ({ owner, plan }) => owner === sender && nowMs - (plan?.atMs ?? 0) < BARE_WORD_MS,
  );
}

/** Runs a planned job by its letters, or shows a saved graph by its name; alone: the waiting one. */
function runNamedJob(
  named: string,
  context: CommandContext,
  { rows, savedJobs }: JobSources,
): readonly JobAnswer[] {
  const { texts, conversation } = context;
  if (named === '') return runOnly(plannedJobs(conversation, rows), context);
  const job = rows.get(named.toLowerCase());
  if (job?.conversation === conversation) return runActions(job, context);
  const isInTerminal = conversation.startsWith('console:');
  const { chat } = jobTexts(texts);
  const isFile = FILE.test(named);
  if (isFile && !isInTerminal) return replyWith(chat.onlyInTerminal);
  const names = savedJobs();
  const request = findSavedName(named, names);
  if (!isFile && !names.includes(request)) return replyWith(chat.noSaved(names.join(', ')));
  return [{ kind: 'jobs.plan', source: 'saved', request }];
}

/** The file's name, where a phone has changed case or blanks and only one can be meant. */
function findSavedName(named: string, names: readonly string[]): string {
  const alike = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  const meant = names.filter((name) => alike(name) === alike(named));
  const [only = named] = meant;
  return meant.length === 1 ? only : named;
}

/** A list to choose from: which job is meant is never guessed. */
function runOnly(jobs: readonly JobRecord[], context: CommandContext): readonly JobAnswer[] {
  const { chat } = jobTexts(context.texts);
  const [first] = jobs;
  if (first === undefined) return replyWith(chat.noneToRun);
  if (jobs.length === 1) return runActions(first, context);
  return replyWith([chat.which, ...jobs.map((job) => chat.oneToRun(job.id, jobName(job)))].join('\n'));
}

function onJob(
  named: string,
  { conversation, texts }: CommandContext,
  rows: JobStore,
  act: (job: JobRecord) => readonly JobAnswer[],
): readonly JobAnswer[] {
  const { chat } = jobTexts(texts);
  const job =
    named === '' ? rows.listOfChat(conversation, 1)[0] : rows.get(named.toLowerCase().replace(/^#/, ''));
  if (job === undefined || job.conversation !== conversation)
    return replyWith(named === '' ? chat.none : chat.unknown(named.slice(0, 40)));
  return act(job);
}

function listJobs(
  { store, conversation, texts }: CommandContext,
  { rows, savedJobs }: JobSources,
): readonly JobAnswer[] {
  const { chat } = jobTexts(texts);
  const jobs = rows.listOfChat(conversation, MAX_JOBS_SHOWN);
  const lines = jobs.map((job) => jobLine(job, { store, texts }));
  const saved = savedJobs();
  return replyWith(
    [
      ...(jobs.length === 0 ? [chat.none] : [chat.list, ...lines]),
      ...(saved.length === 0 ? [] : [chat.saved(saved.join(', '))]),
    ].join('\n'),
  );
}
