import * as z from 'zod';
import type { ChatState } from '../../../contracts/machines.ts';
import type { QuietStore } from '../quiet.ts';

const Minute = z.int().min(0).max(1439);
const Chosen = z.object({ hours: z.object({ from: Minute, to: Minute }).nullable() });

/** The quiet hours that a moving chat has chosen; null when it has none, even if the settings have some. */
export function quietState(
  rows: Pick<QuietStore, 'findChosen' | 'choose' | 'unchoose'>,
): ChatState<z.infer<typeof Chosen>> {
  return {
    name: 'quiet',
    schema: Chosen,
    read(conversation) {
      const chosen = rows.findChosen(conversation);
      return chosen && { hours: chosen.hours ?? null };
    },
    write(conversation, chosen) {
      if (chosen === undefined) rows.unchoose(conversation);
      else rows.choose(conversation, { hours: chosen.hours ?? undefined });
    },
  };
}
