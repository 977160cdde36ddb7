import type { Store } from '../../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRequest, WebVisitor } from '../../../contracts/web-page.ts';
import { commandName } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { jobOutcome } from '../commands/job-text.ts';
import type { JobRecord, JobStore } from '../job.ts';
import { jobTexts } from '../texts/texts.ts';

/** What a page of jobs reads, and by whose rights. */
export interface JobPagesParts {
  readonly rows: Pick<JobStore, 'get' | 'listOfPerson'>;
  readonly store: Pick<Store, 'calls' | 'history' | 'sessions'>;
  readonly visitors: Pick<ConsoleVisitors, 'actsAs' | 'chats' | 'mayRead'>;
}

const JOB_COMMANDS = ['run', 'retry', 'cancel'] as const;
export type JobCommand = (typeof JOB_COMMANDS)[number];

/** The job of the address, if this visitor may see it; any other is treated as missing. */
export function jobOf(
  { param, visitor }: Pick<WebRequest, 'param' | 'visitor'>,
  { rows, visitors }: Pick<JobPagesParts, 'rows' | 'visitors'>,
): JobRecord | undefined {
  const job = rows.get(param('id'));
  return job !== undefined && visitors.mayRead(visitor, job) ? job : undefined;
}

/** What this visitor can do with it now, as buttons. */
export function commandsFor(
  job: JobRecord,
  { visitor, texts }: Pick<WebRequest, 'texts' | 'visitor'>,
  { store, visitors }: Pick<JobPagesParts, 'store' | 'visitors'>,
): readonly JobCommand[] {
  if (visitors.actsAs(visitor, job) === undefined) return [];
  const mayRun = acceptedCommands(visitor).includes('run');
  if (job.state === 'planning') return ['cancel'];
  if (job.state === 'planned') return mayRun ? ['run', 'cancel'] : ['cancel'];
  const session = job.session && store.sessions.get(job.session);
  if (job.state !== 'started' || session === undefined || !mayRun) return [];
  if (!isAtRest(session) || session.state.status === 'parked') return ['cancel'];
  const outcome = jobOutcome(job, { store, texts });
  const isWhole = outcome?.plan.tasks.every(({ id }) => outcome.states.get(id)?.kind === 'done') ?? true;
  return isWhole ? [] : ['retry'];
}

/** Readers begin nothing, but can give up jobs that they asked for before they became readers. */
function acceptedCommands({ role }: WebVisitor): readonly JobCommand[] {
  return role === 'reader' ? ['cancel'] : JOB_COMMANDS;
}

/** The command as it is typed in the chat of the job, which says what became of one that comes too late. */
export function commandFor(
  request: WebRequest,
  form: WebForm,
  parts: JobPagesParts,
): SpokenMessage | undefined {
  const job = jobOf(request, parts);
  const wanted = acceptedCommands(request.visitor).find((one) => one === form.command);
  const sender = job && parts.visitors.actsAs(request.visitor, job);
  if (job === undefined || wanted === undefined || sender === undefined) return undefined;
  return {
    conversation: job.conversation,
    sender,
    key: idempotencyKey(request, form, 'job', job.id, wanted),
    text: `${commandName(jobTexts(request.texts).commands.job)} ${wanted} ${job.id}`,
  };
}

/** A saved job is planned, and its plan shown, in a chat of this visitor. */
export function savedJobMessage(
  request: WebRequest,
  form: WebForm,
  { visitors, savedJobs }: Pick<JobPagesParts, 'visitors'> & { savedJobs(): readonly string[] },
): SpokenMessage | undefined {
  const { visitor } = request;
  const { saved = '', chat: key = '' } = form;
  const chat = visitors.chats(visitor).find((one) => one.key === key);
  if (chat === undefined || visitor.role === 'reader' || !savedJobs().includes(saved)) return undefined;
  return {
    conversation: chat.conversation,
    sender: chat.sender,
    key: idempotencyKey(request, form, 'job', chat.conversation, saved),
    text: `${commandName(jobTexts(request.texts).commands.job)} run ${saved}`,
  };
}
