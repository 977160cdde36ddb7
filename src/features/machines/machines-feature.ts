import type { Machines } from '../../cluster/machines.ts';
import type { Feature } from '../../contracts/feature.ts';
import { machinesActions } from './actions.ts';
import { machinesCommand } from './machines-command.ts';
import type { MachinesPageParts } from './pages/machines.tsx';
import { MACHINES_PATH } from './pages/paths.ts';
import { machinesTexts } from './texts/texts.ts';

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
