import type { Machines } from '../../cluster/machines.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import { otherMachineLines } from '../../cluster/overview/machine-lines.ts';
import { MoveTrouble } from '../../cluster/placement/placements.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import { type Action, type ChatCommand, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { Feature, HandlersOf, MessageScope } from '../../contracts/feature.ts';
import { type Failure, isFailure } from '../../core/failure.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import type { MachinesPageParts } from './pages/machines.tsx';
import { MACHINES_PATH } from './pages/paths.ts';
import { type MachinesTexts, machinesTexts } from './texts/texts.ts';

const DRAIN = ['drain', 'vaciar'];
const UNDRAIN = ['undrain', 'abrir'];
const MOVE = ['move', 'mover'];

interface MachinesFeatureParts extends Pick<MachinesPageParts, 'visitors'> {
  readonly machines: Machines;
}

/** All machines of a cluster, seen from one of its cells: `/machines`, the page, and the same as data. For owners. */
export function machinesFeature({ machines, visitors }: MachinesFeatureParts): Feature {
  return {
    name: 'machines',
    commands: [machinesCommand],
    actions: machinesActions(machines),
    pages: [
      {
        path: MACHINES_PATH,
        label: (texts) => machinesTexts(texts).page.label,
        group: 'program',
        // It names everybody's chats.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { machinesView } = await import('./pages/machines.tsx');
          return machinesView({ machines, visitors });
        },
      },
    ],
    resources: [
      {
        name: 'machines',
        summary: 'Fronts and cells of the cluster, and which chats live where. For owners.',
        async load() {
          const { machinesData } = await import('./pages/machines-data.ts');
          return machinesData(machines);
        },
      },
    ],
  };
}

/** All machines, and what is done with them from a chat. */
const machinesCommand: ChatCommand = {
  name: 'machines',
  aliases: ['maquinas', 'máquinas'],
  topic: 'program',
  describe: (texts) => machinesTexts(texts).command,
  run: (rest, context): readonly (Action | MachinesAction)[] => [actionFor(rest, context)],
};

function actionFor(rest: string, context: CommandContext): Action | MachinesAction {
  const [verb = '', first = '', second = ''] = rest.split(/\s+/);
  const does = (verbs: readonly string[]): boolean => verbs.includes(verb.toLowerCase());
  if (rest === '') return { kind: 'machines.show' };
  const drained = cellName(first.toLowerCase());
  if ((does(DRAIN) || does(UNDRAIN)) && drained !== undefined && second === '')
    return { kind: 'machines.drain', cell: drained, isDraining: does(DRAIN) };
  const to = cellName(second.toLowerCase());
  if (does(MOVE) && to !== undefined && first.includes(':')) return moveOf(first, to, context);
  const { usage, more } = machinesTexts(context.texts).command;
  return { kind: 'reply', text: `${usage}\n${more}` };
}

/**
 * The chat that asks cannot be moved: its own request is at work meanwhile, so the cell would never be done with it,
 * and nobody would get the answer.
 */
function moveOf(conversation: string, to: CellName, context: CommandContext): Action | MachinesAction {
  const chat = conversation.slice(conversation.indexOf(':') + 1);
  if (chat !== addressOf(context.conversation).chat) return { kind: 'machines.move', conversation, to };
  const words = machinesTexts(context.texts);
  return { kind: 'reply', text: words.thisChat(conversation, to) };
}

type MachinesAction =
  | { readonly kind: 'machines.show' }
  /** Whether a cell gets new chats. */
  | { readonly kind: 'machines.drain'; readonly cell: CellName; readonly isDraining: boolean }
  /** Moves a chat to another cell, which takes up to 20 seconds. */
  | { readonly kind: 'machines.move'; readonly conversation: string; readonly to: CellName };

/** What `wasap cluster` does at a terminal, by the same functions. */
function machinesActions(machines: Machines): HandlersOf<MachinesAction> {
  const ofOwners = {
    grants: () => false,
    refusal: ownersOnly,
  };
  return {
    'machines.show': {
      ...ofOwners,
      perform: async (_action, { context: { nowMs }, locale }) => {
        const viewer = { cell: machines.cell, nowMs, words: machineWords(locale).otherMachines };
        return replyWith(otherMachineLines(await machines.readCluster(), viewer).join('\n'));
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
