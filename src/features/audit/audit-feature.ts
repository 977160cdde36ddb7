import type { Machines } from '../../cluster/machines.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Keep } from '../../contracts/retention.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { code } from '../../core/text.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { DAY_MS } from '../../core/time.ts';
import { inCommits } from '../../gateway/maintenance/in-batches.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { once } from '../../store/database.ts';
import { type AuditAction, auditActions } from './actions.ts';
import type { AuditCutter, AuditedCommand, AuditStore } from './audit.ts';
import { AUDIT_FILE_PATH, AUDIT_PATH } from './pages/paths.ts';
import type { AuditSearch } from './rows/audit-search.ts';
import type { VerifiedRecord } from './rows/verified-record.ts';
import { type AuditTexts, auditTexts } from './texts/texts.ts';

export interface AuditFeatureParts extends Omit<AuditTidyParts, 'keep'> {
  readonly rows: AuditStore;
  /** Undefined: the program is alone, and nobody else wants to know when its record was verified. */
  readonly across: RecordAcrossMachines | undefined;
  /** Opened when somebody looks. */
  search(): AuditSearch;
  readonly settings: Pick<Settings, 'keep'>;
}

/** The record of commands: `/audit`, the proof that nobody changed it, and its retention. */
export function auditFeature(parts: AuditFeatureParts): Feature {
  const { search, across, cutter, clock, log } = parts;
  const { keep } = parts.settings;
  const rows = across === undefined ? parts.rows : notingChecks(parts.rows, across, clock);
  return {
    name: 'audit',
    commands: [auditCommand(rows)],
    actions: auditActions(rows, across?.machines),
    pages: [
      {
        path: AUDIT_PATH,
        label: (texts) => auditTexts(texts).page.label,
        group: 'records',
        // One for all who ask: it holds the check that runs.
        load: once(async () => {
          const { auditView } = await import('./pages/audit.tsx');
          return auditView({ search: search(), verify: rows.verify });
        }),
      },
    ],
    downloads: [
      {
        path: AUDIT_FILE_PATH,
        async load() {
          const { auditFile } = await import('./pages/audit-file.ts');
          return auditFile(search());
        },
      },
    ],
    resources: [
      {
        name: 'audit',
        summary: 'What was run and what was refused, to be filtered and searched.',
        async load() {
          const { auditData } = await import('./pages/audit-data.ts');
          return auditData(search());
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
  readonly machines: Pick<Machines, 'cell' | 'seen'>;
  readonly verified: VerifiedRecord;
}

/** The same rows; what each check finds is told to the other machines. */
function notingChecks(
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

/** What nobody asks for would never be known elsewhere. */
async function verifyDaily(
  { verify }: Pick<AuditStore, 'verify'>,
  { verified }: RecordAcrossMachines,
  clock: Pick<Clock, 'nowMs'>,
): Promise<void> {
  const lastMs = verified.atMs();
  if (lastMs === undefined || Math.abs(clock.nowMs() - lastMs) >= DAY_MS) await verify();
}

const SHOWN = 10;
/** How much of a command is shown: two lines on a phone. */
const MAX_COMMAND_LENGTH = 80;

/** The queries that a chat needs. */
type ChatQueries = Pick<AuditStore, 'recent' | 'denied' | 'ofConversation'>;

function auditCommand(rows: ChatQueries): ChatCommand {
  return {
    name: 'audit',
    aliases: ['auditoria'],
    topic: 'safety',
    describe: (texts) => auditTexts(texts).command,
    run(rest, context): readonly (Action | AuditAction)[] {
      const what = rest.toLowerCase();
      if (what === 'verify' || what === 'verificar') return [{ kind: 'audit.verify' }];
      return [{ kind: 'reply', text: answerTo(what, context, rows).join('\n') }];
    },
  };
}

function answerTo(what: string, context: CommandContext, rows: ChatQueries): readonly string[] {
  const words = auditTexts(context.texts);
  switch (what) {
    case '':
      return listOf(rowsFor('all', context, rows), { title: words.recent, none: words.nothing, words });
    case 'denied':
    case 'bloqueados':
      return listOf(rowsFor('denied', context, rows), {
        title: words.denied,
        none: words.nothingDenied,
        words,
      });
    default:
      return [words.command.usage, words.command.more];
  }
}

/**
 * Only an owner who is alone sees commands of other people and chats: others see the commands of the tasks that they
 * could follow in their chat.
 */
function rowsFor(
  which: 'all' | 'denied',
  { person, isGroup, conversation }: CommandContext,
  rows: ChatQueries,
): readonly AuditedCommand[] {
  if (person.role !== 'owner' || isGroup) return rows.ofConversation(conversation, which, SHOWN);
  if (which === 'all') return rows.recent(SHOWN);
  return rows.denied(SHOWN).map((row) => ({ ...row, exitCode: undefined, durationMs: undefined }));
}

interface ListWords {
  readonly title: string;
  readonly none: string;
  readonly words: AuditTexts;
}

function listOf(rows: readonly AuditedCommand[], { title, none, words }: ListWords): readonly string[] {
  if (rows.length === 0) return [none];
  return [
    title,
    ...rows.map(
      (row) =>
        `${markOf(row)} ${code(titleLine(row.command, MAX_COMMAND_LENGTH))}\n   ${factsOf(row, words)}`,
    ),
  ];
}

function isRefused({ decision }: AuditedCommand): boolean {
  return decision === 'deny' || decision === 'ask_rejected';
}

function markOf(row: AuditedCommand): string {
  if (isRefused(row)) return '🚫';
  if (row.exitCode === undefined) return row.durationMs === undefined ? '⏳' : '🛑';
  return row.exitCode === 0 ? '✅' : '❌';
}

function factsOf(row: AuditedCommand, words: AuditTexts): string {
  const { decision, exitCode, durationMs } = row;
  const facts = [words.decision[decision]];
  if (exitCode !== undefined) facts.push(words.exit(exitCode));
  else if (!isRefused(row)) facts.push(durationMs === undefined ? words.noResult : words.killed);
  if (durationMs !== undefined) facts.push(formatDuration(durationMs));
  return facts.join(' · ');
}

interface AuditTidyParts {
  readonly cutter: AuditCutter;
  readonly keep: Pick<Keep, 'auditMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Removes command records after their retention time. */
export async function cutOldAudit({ cutter, keep, clock, log }: AuditTidyParts): Promise<void> {
  const { auditMs } = keep;
  if (auditMs === undefined) return;
  const entries = await inCommits((most) => cutter.cut(clock.nowMs() - auditMs, most));
  if (entries > 0) log.info('gateway.audit.cut', { entries });
}
