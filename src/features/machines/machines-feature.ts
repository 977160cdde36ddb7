import type { Machines } from '../../cluster/machines.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { addressOf } from '../../gateway/address.ts';
import { type MachinesAction, machinesActions } from './actions.ts';
import type { MachinesPageParts } from './pages/machines.tsx';
import { MACHINES_PATH } from './pages/paths.ts';
import { machinesTexts } from './texts/texts.ts';

const DRAIN = ['drain', 'vaciar'];
const UNDRAIN = ['undrain', 'abrir'];
const MOVE = ['move', 'mover'];

export interface MachinesFeatureParts extends Pick<MachinesPageParts, 'visitors'> {
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
