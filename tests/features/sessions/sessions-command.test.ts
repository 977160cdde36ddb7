import { afterEach, expect, test } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { cellAlone } from '../../support/machines.ts';

const ACCESS = { people: [{ phone: ANA, role: 'owner', workspaces: undefined }], groups: [] } as const;

let rig: GatewayRig;
afterEach(() => rig.remove());

async function listed(locale: 'en' | 'es', cells: readonly string[]): Promise<readonly string[]> {
  const here = conversationId('phone', 'ana');
  const machines = cellAlone({ earlierCells: (chat) => (chat === here ? cells : []) });
  rig = await gatewayRig({ access: ACCESS, locale, machines });
  await rig.say('/sessions', { sender: ANA, chat: 'ana' });
  return (rig.phone.texts.at(-1) ?? '').split('\n');
}

test.each<['en' | 'es', readonly string[], readonly string[]]>([
  ['en', [], ['No tasks here yet. Start one: /agent fix the login test']],
  [
    'en',
    ['lima', 'rio'],
    [
      'No tasks here yet. Start one: /agent fix the login test',
      '📦 This chat lived on lima, rio before.',
      "A task that isn't here may be there. On that machine: wasap sessions --all",
    ],
  ],
  [
    'es',
    ['lima'],
    [
      'Aún no hay tareas. Empieza una: /agente arregla el login',
      '📦 Este chat estuvo antes en lima.',
      'La tarea que falte aquí puede estar allá. En esa máquina: wasap sessions --all',
    ],
  ],
])(
  '/sessions of a chat that moved says where its other tasks may be (%s, %j)',
  async (locale, cells, lines) => {
    expect(await listed(locale, cells)).toEqual(lines);
  },
);
