import type { Machines } from '../../cluster/machines.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { RetentionTimes } from '../../contracts/maintenance.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { once } from '../../core/memoize.ts';
import type { Settings } from '../../settings/settings.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { type AuditAction, auditActions } from './actions.ts';
import { AUDIT_FILE_PATH, AUDIT_PATH, type AuditCutter, type AuditStore } from './audit.ts';
import { AUDIT_PORTION, AUDIT_QUESTION, auditAnswers } from './audit-question.ts';
import { type AuditLine, commandList, listWords } from './audit-text.ts';
import {
  type FindEverywhere,
  findEverywhere,
  type ReadEverywhere,
  readEverywhere,
} from './find-everywhere.ts';
import type { AuditSearch } from './rows/audit-search.ts';
import type { VerifiedRecord } from './rows/verify-audit.ts';
import { auditTexts } from './texts/texts.ts';

export interface AuditFeatureParts extends Omit<AuditTidyParts, 'keep'> {
  readonly rows: AuditStore;
  /** Undefined when the program is alone: no other machine then asks when its record was verified. */
  readonly across: RecordAcrossMachines | undefined;
  /** Opened when somebody looks. */
  search(): AuditSearch;
  /** Takes secrets out of what leaves this machine. */
  redact(text: string): string;
  readonly settings: Pick<Settings, 'keep'>;
}

/** The record of commands: `/audit`, the proof that nobody changed it, and its retention. */
export function auditFeature(parts: AuditFeatureParts): Feature {
  const { search, across, cutter, clock, log } = parts;
  const { keep } = parts.settings;
  const rows = across === undefined ? parts.rows : withReportedChecks(parts.rows, across, clock);
  const everywhere = across && searchAllCells(parts, across);
  return {
    name: 'audit',
    commands: [auditCommand({ rows, machines: across?.machines })],
    actions: auditActions(
      rows,
      across && everywhere && { machines: across.machines, find: everywhere.find, shown: MAX_ROWS_SHOWN },
    ),
    pages: [
      {
        path: AUDIT_PATH,
        label: (texts) => auditTexts(texts).page.label,
        group: 'records',
        // All requests share one, because it holds the check that runs.
        load: once(async () => {
          const { auditView } = await import('./pages/audit.tsx');
          return auditView({ search: search(), verify: rows.verify, across: everywhere });
        }),
      },
    ],
    downloads: [
      {
        path: AUDIT_FILE_PATH,
        async load() {
          const { auditFile } = await import('./pages/audit-data.ts');
          return auditFile(search(), everywhere?.read);
        },
      },
    ],
    resources: [
      {
        name: 'audit',
        summary: 'What was run and what was refused, to be filtered and searched.',
        async load() {
          const { auditData } = await import('./pages/audit-data.ts');
          return auditData(search(), everywhere);
        },
      },
    ],
    async tidy() {
      await cutOldAudit({ cutter, keep, clock, log });
      if (across !== undefined) await verifyDaily(rows, across, clock);
    },
  };
}

export interface RecordAcrossMachines {
  readonly machines: Pick<Machines, 'answers' | 'askOthers' | 'cell' | 'earlierCells' | 'readCluster'>;
  readonly verified: VerifiedRecord;
}

/** Searches the records of all cells. */
interface ClusterAuditSearch {
  /** This cell. */
  readonly cell: string;
  readonly find: FindEverywhere;
  readonly read: ReadEverywhere;
}

/** From now on this cell also answers the others. */
function searchAllCells(
  { search, redact }: Pick<AuditFeatureParts, 'redact' | 'search'>,
  { machines }: Pick<RecordAcrossMachines, 'machines'>,
): ClusterAuditSearch {
  const { cell } = machines;
  const answers = auditAnswers({ cell, search, redact });
  machines.answers(AUDIT_QUESTION, answers.page);
  machines.answers(AUDIT_PORTION, answers.portion);
  return {
    cell,
    find: findEverywhere({ machines, answer: answers.page }),
    read: readEverywhere({ machines, answer: answers.portion }),
  };
}

/** The same store; the result of each check is also reported to the other machines. */
function withReportedChecks(
  rows: AuditStore,
  { verified }: RecordAcrossMachines,
  clock: Pick<Clock, 'nowMs'>,
): AuditStore {
  return {
    ...rows,
    async verify() {
      const check = await rows.verify();
      verified.note(check, clock.nowMs());
      return check;
    },
  };
}

/** Verifies the record once a day, so that the other machines have a recent result without a command. */
async function verifyDaily(
  { verify }: Pick<AuditStore, 'verify'>,
  { verified }: RecordAcrossMachines,
  clock: Pick<Clock, 'nowMs'>,
): Promise<void> {
  const lastMs = verified.atMs();
  if (lastMs === undefined || Math.abs(clock.nowMs() - lastMs) >= DAY_MS) await verify();
}

const MAX_ROWS_SHOWN = 10;

/** The queries that a chat needs. */
type ChatQueries = Pick<AuditStore, 'listRecent' | 'listDenied' | 'listOfChat'>;

interface CommandParts {
  readonly rows: ChatQueries;
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'earlierCells'> | undefined;
}

function auditCommand(parts: CommandParts): ChatCommand {
  return {
    name: 'audit',
    aliases: ['auditoria'],
    topic: 'safety',
    describe: (texts) => auditTexts(texts).command,
    run(rest, context): readonly (Action | AuditAction)[] {
      const what = rest.toLowerCase();
      if (what === 'verify' || what === 'verificar') return [{ kind: 'audit.verify' }];
      const which = whichIn(what);
      const { usage, more } = auditTexts(context.texts).command;
      if (which === undefined) return [{ kind: 'reply', text: `${usage}\n${more}` }];
      if (parts.machines !== undefined && seesAll(context)) return [{ kind: 'audit.list', which }];
      return [{ kind: 'reply', text: linesHere(which, context, parts).join('\n') }];
    },
  };
}

function whichIn(what: string): 'all' | 'denied' | undefined {
  if (what === '') return 'all';
  return what === 'denied' || what === 'bloqueados' ? 'denied' : undefined;
}

function linesHere(
  which: 'all' | 'denied',
  context: CommandContext,
  { rows, machines }: CommandParts,
): readonly string[] {
  const words = auditTexts(context.texts);
  const earlier = machines?.earlierCells(context.conversation) ?? [];
  return [
    ...commandList(rowsFor(which, context, rows), listWords(which, words)),
    ...(machines === undefined || earlier.length === 0
      ? []
      : [words.onlyHere(machines.cell, earlier.join(', '))]),
  ];
}

/**
 * Only an owner who is alone sees commands of other people and chats: others see the commands of the tasks that they
 * could follow in their chat.
 */
function seesAll({ person, isGroup }: CommandContext): boolean {
  return person.role === 'owner' && !isGroup;
}

function rowsFor(which: 'all' | 'denied', context: CommandContext, rows: ChatQueries): readonly AuditLine[] {
  if (!seesAll(context)) return rows.listOfChat(context.conversation, which, MAX_ROWS_SHOWN);
  if (which === 'all') return rows.listRecent(MAX_ROWS_SHOWN);
  return rows
    .listDenied(MAX_ROWS_SHOWN)
    .map((row) => ({ ...row, exitCode: undefined, durationMs: undefined }));
}

interface AuditTidyParts {
  readonly cutter: AuditCutter;
  readonly keep: Pick<RetentionTimes, 'auditMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Removes command records after their retention time. */
export async function cutOldAudit({ cutter, keep, clock, log }: AuditTidyParts): Promise<void> {
  const { auditMs } = keep;
  if (auditMs === undefined) return;
  const entries = await repeatInCommits((most) => cutter.cut(clock.nowMs() - auditMs, most));
  if (entries > 0) log.info('audit.cut', { entries });
}
