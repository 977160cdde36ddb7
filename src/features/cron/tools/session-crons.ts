import type { Role } from '../../../contracts/access.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import { Failure } from '../../../core/failure.ts';
import { digitsOf } from '../../../core/phone-number.ts';
import { oneLine } from '../../../core/text.ts';
import { texts } from '../../../core/texts/texts.ts';
import { chosenZone } from '../../../gateway/conversation.ts';
import { isAtMachine, isOwnChat, type KnownPeople, personOf } from '../../../gateway/people/person.ts';
import {
  type CronCreation,
  type CronEditing,
  type CronKind,
  type CronLookup,
  type CronPlan,
  type CronRecord,
  MAX_CRONS,
} from '../cron.ts';
import { type PlannedCron, parseCronAction, planCron } from '../schedule/plan-cron.ts';
import { actionLine, plannedLines, ruleOf } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';

/** What the model wants to schedule; nothing of it is checked yet. */
interface CronProposal {
  /** As `readSchedule` takes it; `2h` alone where `kind` says that it is a distance. */
  readonly schedule: string;
  /** What the schedule is to be read as; undefined = what it looks like. */
  readonly kind: CronKind | undefined;
  /** Undefined = that of the chat. */
  readonly timezone: string | undefined;
  readonly message: string;
  /** Whom it is for; undefined = this chat. */
  readonly phoneNumber: string | undefined;
}

/** The question for a person, and what a yes is bound to. */
export interface AskedCron {
  /** In the person's language: when in words, what then, and the next times. */
  readonly question: string;
  readonly plan: Omit<CronPlan, 'name'>;
}

/** Crons of the session's chat, as its tools may see and change them. */
export interface SessionCrons {
  /** The time zone of this chat; undefined until one is set. */
  zone(): string | undefined;
  list(): readonly CronRecord[];
  /** The same one after the other; others get their turn after each. */
  inTurns(): AsyncIterable<CronRecord>;
  /**
   * Reads and checks everything that can be checked.
   * @throws Failure `invalid` or `denied` with a sentence for the model
   */
  ask(proposal: CronProposal): AskedCron;
  freeName(): string;
  /** @throws Failure `conflict` when the name is taken, `denied` when there is no room */
  add(plan: CronPlan): CronRecord;
  /** The one of this name. @throws Failure `not-found`, or `denied` for one of somebody else */
  own(name: string): CronRecord;
  /** In the person's language: which one it is. */
  describe(cron: CronRecord): string;
  delete(cron: CronRecord): void;
}

/** Opens them for the session of a call. */
export type CronsOfSession = (session: SessionRecord) => SessionCrons;

interface SessionCronsParts {
  readonly store: Pick<Store, 'conversations'>;
  readonly rows: CronLookup & Pick<CronEditing, 'create' | 'delete'>;
  /** That of the settings; undefined = none is set. */
  readonly timezone: string | undefined;
  readonly nowMs: () => number;
  /** What a person may do; undefined when they may do nothing any more. */
  roleOf(sender: string): Role | undefined;
  /** True when other people read along. */
  isGroup(session: SessionRecord): boolean;
}

/** Crons as a session's tools may see and change them: of its own chat, made in the name of its person. */
function sessionCrons(session: SessionRecord, parts: SessionCronsParts): SessionCrons {
  const { conversation, owner, project } = session;
  const { rows: crons, timezone } = parts;
  const { conversations } = parts.store;
  // Looked up only when needed: this is made for every call of every tool.
  const zone = () => chosenZone(conversation, { conversations, timezone });
  const words = texts(session.locale);
  return {
    zone,
    list: () => crons.listOfChat(conversation),
    inTurns: () => crons.inTurns(conversation),
    ask(proposal) {
      checkMaker(session, proposal, parts);
      const nowMs = parts.nowMs();
      const planned = planFor(proposal, zone(), nowMs);
      if (parseCronAction(planned.plan.message).kind !== 'message') checkTask(parts.roleOf(owner));
      checkRoom(session, parts);
      return { question: plannedLines(planned, { texts: words, nowMs }).join('\n'), plan: planned.plan };
    },
    freeName: () => crons.freeName(conversation),
    add(plan) {
      const made = { conversation, sender: owner, inGroup: parts.isGroup(session), workspace: project };
      const creation = crons.create({ ...plan, ...made, createdAtMs: parts.nowMs() });
      if (creation.kind === 'full') throw noRoom(creation.of);
      return creation.cron;
    },
    own: (name) => ownCron(name, session, parts),
    describe: (cron) =>
      [`${cron.name}: ${ruleOf(cron, cronTexts(words).schedule)}`, actionLine(cron.message, words)].join(
        '\n',
      ),
    delete: ({ id }) => void crons.delete(id, parts.nowMs()),
  };
}

/** A cron that makes crons could never be stopped; one for another number would write to strangers. */
function checkMaker(session: SessionRecord, { phoneNumber }: CronProposal, parts: SessionCronsParts): void {
  if (session.origin.scheduledAs !== undefined) {
    throw new Failure(
      'denied',
      'A task that a cron began makes no crons. Say in your report what the person could set with /cron add.',
    );
  }
  const digits = phoneNumber === undefined ? undefined : digitsOf(phoneNumber);
  const chat = session.conversation.slice(session.conversation.indexOf(':') + 1);
  const own = [chat, ...(parts.isGroup(session) ? [] : [session.owner])].map(digitsOf);
  if (digits === undefined || own.includes(digits)) return;
  throw new Failure('denied', 'A cron writes to its own chat alone. Leave phone_number out.');
}

function planFor(proposal: CronProposal, zone: string | undefined, nowMs: number): PlannedCron {
  const { schedule, kind, timezone = zone, message } = proposal;
  if (timezone === undefined) {
    throw new Failure(
      'invalid',
      'The time zone of the person is not known. Ask them for their city, and give timezone; /cron zone <city> sets it for this chat.',
    );
  }
  const planned = planCron({ schedule: scheduleText(kind, schedule.trim()), timezone, message }, nowMs);
  if (kind === undefined || planned.read.kind === kind) return planned;
  throw new Failure(
    'invalid',
    `expr is of kind ${planned.read.kind}, not ${kind}. Look again what is meant.`,
  );
}

function scheduleText(kind: CronKind | undefined, expr: string): string {
  if (kind === 'every') return /^(?:every\b|p[\dt])/i.test(expr) ? expr : `every ${expr}`;
  return kind === 'at' && !/^at\b/i.test(expr) ? `at ${expr}` : expr;
}

function checkTask(role: Role | undefined): void {
  if (role === 'owner' || role === 'member') return;
  throw new Failure(
    'denied',
    'This person may only ask questions: for them a cron can be a message, no task.',
  );
}

function checkRoom({ owner, conversation }: SessionRecord, { rows }: SessionCronsParts): void {
  const counts = rows.counts(owner, conversation);
  if (counts.person >= MAX_CRONS.person) throw noRoom('person');
  if (counts.conversation >= MAX_CRONS.conversation) throw noRoom('conversation');
}

function noRoom(of: Extract<CronCreation, { kind: 'full' }>['of']): Failure {
  const has = of === 'person' ? 'The person has' : 'This chat has';
  return new Failure(
    'denied',
    `${has} ${MAX_CRONS[of]} crons, which is the most. One has to be deleted first.`,
  );
}

/** The same people may change it as with tasks: its maker, and every owner. */
function ownCron(name: string, { owner, conversation }: SessionRecord, parts: SessionCronsParts): CronRecord {
  const cron = parts.rows.findByName(conversation, name.trim());
  if (cron === undefined)
    throw new Failure(
      'not-found',
      `There is no cron ${oneLine(name, 20)} in this chat. list_crons shows them.`,
    );
  if (cron.sender === owner || parts.roleOf(owner) === 'owner') return cron;
  throw new Failure('denied', 'Only whoever made that cron, or an owner, can delete it.');
}

/** For the tools of a session: crons of its chat, and what its person may do with them. */
export function cronsBySession(
  source: Omit<SessionCronsParts, 'roleOf' | 'isGroup'> & { readonly known: KnownPeople },
): (session: SessionRecord) => SessionCrons {
  const { store, rows, known, timezone, nowMs } = source;
  const roleOf = (sender: string): Role | undefined =>
    isAtMachine(sender) ? 'owner' : personOf(sender, known)?.role;
  const isGroup = ({ owner, conversation }: SessionRecord): boolean =>
    !isAtMachine(owner) && !isOwnChat(conversation, owner, known);
  return (session) => sessionCrons(session, { store, rows, timezone, nowMs, roleOf, isGroup });
}
