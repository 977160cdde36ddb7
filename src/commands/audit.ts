import type { ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { AuditedCommand } from '../contracts/session-stores.ts';
import { code } from '../core/text.ts';
import { formatDuration } from '../core/texts/format.ts';
import type { Texts } from '../core/texts/texts.ts';
import { titleLine } from '../policy/redaction.ts';

const SHOWN = 10;
/** How much of a command is shown: two lines on a phone. */
const MAX_COMMAND_LENGTH = 80;

export const auditCommand: ChatCommand = {
  name: 'audit',
  aliases: [],
  describe: (texts) => texts.commands.audit,
  run(rest, context) {
    const what = rest.toLowerCase();
    if (what === 'verify' || what === 'verificar') return [{ kind: 'check-audit' }];
    return [{ kind: 'reply', text: answerTo(what, context).join('\n') }];
  },
};

function answerTo(what: string, context: CommandContext): readonly string[] {
  const { audit, commands } = context.texts;
  switch (what) {
    case '':
      return listOf('all', context, { title: audit.recent, none: audit.nothing });
    case 'denied':
    case 'bloqueados':
      return listOf('denied', context, { title: audit.denied, none: audit.nothingDenied });
    default:
      return [commands.audit.usage, commands.audit.more];
  }
}

/**
 * Only an owner who is alone sees commands of other people and chats: others see the commands of the tasks that they
 * could follow in their chat.
 */
function rowsFor(which: 'all' | 'denied', context: CommandContext): readonly AuditedCommand[] {
  const { store, person, isGroup, conversation } = context;
  if (person.role !== 'owner' || isGroup) return store.audit.ofConversation(conversation, which, SHOWN);
  if (which === 'all') return store.audit.recent(SHOWN);
  return store.audit.denied(SHOWN).map((row) => ({ ...row, exitCode: undefined, durationMs: undefined }));
}

function listOf(
  which: 'all' | 'denied',
  context: CommandContext,
  { title, none }: { readonly title: string; readonly none: string },
): readonly string[] {
  const { texts } = context;
  const rows = rowsFor(which, context);
  if (rows.length === 0) return [none];
  return [
    title,
    ...rows.map(
      (row) =>
        `${markOf(row)} ${code(titleLine(row.command, MAX_COMMAND_LENGTH))}\n   ${factsOf(row, texts)}`,
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

function factsOf(row: AuditedCommand, { audit }: Texts): string {
  const { decision, exitCode, durationMs } = row;
  const facts = [audit.decision[decision]];
  if (exitCode !== undefined) facts.push(audit.exit(exitCode));
  else if (!isRefused(row)) facts.push(durationMs === undefined ? audit.noResult : audit.killed);
  if (durationMs !== undefined) facts.push(formatDuration(durationMs));
  return facts.join(' · ');
}
