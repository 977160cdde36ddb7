import type { Machines } from '../../cluster/machines.ts';
import type { CellName } from '../../cluster/names.ts';
import { otherMachineLines } from '../../cluster/overview/machine-lines.ts';
import { MoveTrouble } from '../../cluster/placement/move-trouble.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import { type Action, replyWith } from '../../contracts/commands.ts';
import type { HandlersOf, MessageScope } from '../../contracts/feature.ts';
import { type Failure, isFailure } from '../../core/failure.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { type MachinesTexts, machinesTexts } from './texts/texts.ts';

export type MachinesAction =
  | { readonly kind: 'machines.show' }
  /** Whether a cell gets new chats. */
  | { readonly kind: 'machines.drain'; readonly cell: CellName; readonly isDraining: boolean }
  /** Moves a chat to another cell, which takes up to 20 seconds. */
  | { readonly kind: 'machines.move'; readonly conversation: string; readonly to: CellName };

/** What `wasap cluster` does at a terminal, by the same functions. */
export function machinesActions(machines: Machines): HandlersOf<MachinesAction> {
  const ofOwners = {
    grants: () => false,
    refusal: ownersOnly,
  };
  return {
    'machines.show': {
      ...ofOwners,
      perform: async (_action, { context: { nowMs }, locale }) => {
        const onlooker = { cell: machines.cell, nowMs, words: machineWords(locale).otherMachines };
        return replyWith(otherMachineLines(await machines.readCluster(), onlooker).join('\n'));
      },
    },
    'machines.drain': {
      ...ofOwners,
      perform: ({ cell, isDraining }, message) =>
        replyWithOutcome(message, { cell, conversation: '' }, async (words) => {
          const chats = await machines.drain(cell, isDraining);
          return isDraining ? words.drained(cell, String(chats)) : words.undrained(cell);
        }),
    },
    'machines.move': {
      ...ofOwners,
      perform: ({ conversation, to }, message) =>
        replyWithOutcome(message, { cell: to, conversation }, async (words) => {
          const { carried, handover } = await machines.move({ conversation, to });
          return `${words.moved(conversation, to, String(carried))}\n${words.handover[handover]}`;
        }),
    },
  };
}

interface ActionTarget {
  readonly cell: string;
  readonly conversation: string;
}

/** An expected failure becomes a reply, and the person may ask again. */
async function replyWithOutcome(
  { context: { texts } }: Pick<MessageScope, 'context'>,
  meant: ActionTarget,
  work: (words: MachinesTexts) => Promise<string>,
): Promise<readonly Action[]> {
  const words = machinesTexts(texts);
  try {
    return replyWith(await work(words));
  } catch (error) {
    if (!isFailure(error)) throw error;
    return replyWith(troubleOf(error, meant, words));
  }
}

function troubleOf(
  { kind, facts }: Failure,
  { cell, conversation }: ActionTarget,
  words: MachinesTexts,
): string {
  if (kind === 'unavailable') return words.away;
  switch (MoveTrouble.safeParse(facts.trouble).data) {
    case 'no-conversation':
      return words.noChat(conversation);
    case 'there-already':
      return words.thereAlready(cell);
    case 'not-running':
      return words.notRunning(cell);
    default:
      return words.noCell(cell);
  }
}
