import type { CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { chosenZone } from '../../../gateway/conversation.ts';
import type { CronAnswer, CronLookup } from '../cron.ts';
import { findZone } from '../schedule/find-zone.ts';
import { timeOf } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';

interface ZoneContext extends Pick<CommandContext, 'conversation'> {
  readonly store: Pick<CommandContext['store'], 'conversations'>;
  readonly program: Pick<CommandContext['program'], 'timezone'>;
}

/** The time zone of this chat; undefined until one is set. */
export function zoneHere({ store, conversation, program }: ZoneContext): string | undefined {
  return chosenZone(conversation, { conversations: store.conversations, timezone: program.timezone });
}

/** `/cron zone`: shows it, or sets it. */
export function zoneActions(typed: string, context: CommandContext, rows: CronLookup): readonly CronAnswer[] {
  const { texts, nowMs, conversation } = context;
  const words = cronTexts(texts).zone;
  const known = zoneHere(context);
  if (typed === '') {
    const text = known === undefined ? words.none : words.is(known, timeOf(nowMs, known, context));
    return [{ kind: 'reply', text }];
  }
  const found = findZone(typed.replace(/^["'\u2018-\u201f]|["'\u2018-\u201f.]$/g, ''));
  switch (found.kind) {
    case 'zone': {
      const { zone } = found;
      const others = rows.listOfChat(conversation).filter(({ timezone }) => timezone !== zone);
      const lines = [
        words.set(zone, timeOf(nowMs, zone, context)),
        ...(others.length === 0 ? [] : [words.others]),
      ];
      return [
        { kind: 'cron.set-zone', timezone: zone },
        { kind: 'reply', text: lines.join('\n') },
      ];
    }
    case 'several':
      return [{ kind: 'reply', text: words.several(oneLine(typed, 40), found.zones.join(', ')) }];
    case 'none':
      return [{ kind: 'reply', text: words.unknown(oneLine(typed, 40)) }];
    default:
      return unreachable(found);
  }
}
