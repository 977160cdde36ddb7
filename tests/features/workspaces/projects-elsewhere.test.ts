import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { MoveToProject, OtherMachines, ProjectElsewhere } from '../../../src/contracts/machines.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { createWorkspaces } from '../../../src/git/workspaces/workspaces.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { cellAlone } from '../../support/machines.ts';
import { type HeldRuns, heldRuns } from '../../support/side-by-side.ts';

const BEA = '34600333444';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop', 'web'] },
  ],
  groups: [{ id: 'team', people: [ANA, BEA] }],
};

let top: string;
let rig: GatewayRig;
let work: HeldRuns;
let wishes: Parameters<OtherMachines['moveTo']>[0][];

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-elsewhere-')));
  for (const name of ['main', 'projects/shop']) mkdirSync(path.join(top, name), { recursive: true });
  wishes = [];
});
afterEach(async () => {
  await rig.remove();
  rmSync(top, { recursive: true });
});

interface Around {
  readonly elsewhere?: readonly ProjectElsewhere[];
  readonly outcome?: MoveToProject;
  readonly locale?: Locale;
  /** True: this machine has a single project. */
  readonly hasNoRoot?: boolean;
  readonly isBound?: boolean;
}

const WEB: ProjectElsewhere = { name: 'web', machines: ['quito'] };

async function open({
  elsewhere = [WEB],
  outcome = 'moved',
  locale = 'en',
  hasNoRoot = false,
  isBound = false,
}: Around = {}): Promise<void> {
  work = heldRuns();
  const root = hasNoRoot ? undefined : path.join(top, 'projects');
  const workspaces = createWorkspaces({
    usual: path.join(top, 'main'),
    root,
    ownFolders: [],
    environment: {},
  });
  rig = await gatewayRig({
    locale,
    access: ACCESS,
    run: work.run,
    program: { workspaces },
    machines: cellAlone({
      projects: () => elsewhere,
      canMove: () => !isBound,
      async moveTo(wish) {
        wishes.push(wish);
        return outcome;
      },
    }),
  });
}

const says = async (text: string, change = {}): Promise<string> => {
  const before = rig.phone.texts.length;
  await rig.say(text, change);
  return rig.phone.texts.slice(before).join('\n---\n').replaceAll(top, '');
};
const beaSays = (text: string): Promise<string> => says(text, { chat: BEA, sender: BEA });

describe('projects of other machines', () => {
  test('are listed with the machine that has them, below those that are here', async () => {
    await open({ elsewhere: [{ name: 'api', machines: ['lima', 'quito'] }, WEB] });
    expect((await says('/workspace')).split('\n')).toEqual([
      '📁 Projects in /projects:',
      '➡️ main (this chat)',
      '   shop',
      '   api · on lima, quito',
      '   web · on quito',
      'Switch projects: /workspace switch shop',
    ]);
  });

  test('are listed in Spanish, also by a machine with a single project', async () => {
    await open({ locale: 'es', hasNoRoot: true });
    expect((await says('/proyecto')).split('\n')).toEqual([
      '📁 Proyectos:',
      '➡️ main (este chat)',
      '   web · en quito',
      'Para cambiar de proyecto: /proyecto cambiar web',
    ]);
  });

  test.each<[string, readonly ProjectElsewhere[], string, readonly string[]]>([
    ['a name that is here counts as here', [{ name: 'SHOP', machines: ['quito'] }], '', ['   shop']],
    ['part of a name', [WEB, { name: 'webshop', machines: ['lima'] }], 'webs', ['   webshop · on lima']],
  ])('%s', async (_, elsewhere, part, lines) => {
    await open({ elsewhere });
    const list = (await says(`/workspace list ${part}`)).split('\n');
    expect(list.filter((line) => line.startsWith('   '))).toEqual(lines);
  });

  test('nobody learns of one that is not theirs', async () => {
    await open({ elsewhere: [{ name: 'secret', machines: ['quito'] }, WEB] });
    expect([await beaSays('/workspace'), await beaSays('/workspace switch secret'), wishes]).toEqual([
      expect.not.stringContaining('secret'),
      "There's no project `secret`.\nThere are: shop, web",
      [],
    ]);
  });

  test('a chat that is bound to its machine sees those of this machine alone', async () => {
    await open({ isBound: true });
    expect([await says('/workspace'), await says('/workspace switch web')]).toEqual([
      expect.not.stringContaining('web'),
      "There's no project `web`.\nThere are: main, shop",
    ]);
  });

  test.each<[Locale, string, string]>([
    ['en', '/workspace info web', '📁 web is on quito.\nTo work there: /workspace switch web'],
    ['es', '/proyecto info web', '📁 web está en quito.\nPara trabajar ahí: /proyecto cambiar web'],
  ])('what one looks like is not known here (%s)', async (locale, command, said) => {
    await open({ locale });
    expect(await says(command)).toBe(said);
  });
});

describe('switching to one', () => {
  test.each(['/workspace switch web', '/workspace WEB'])(
    'moves the chat, and says nothing here: %s',
    async (text) => {
      await open();
      const said = await says(text, { id: 'wish' });
      expect({ said, wishes }).toEqual({
        said: '',
        wishes: [
          {
            conversation: 'phone:ana',
            project: 'web',
            messages: [expect.objectContaining({ sender: ANA, id: 'wish' })],
          },
        ],
      });
    },
  );

  test.each<[MoveToProject, Locale, string]>([
    [
      'busy',
      'en',
      '⏳ This chat stays here: messages were still on their way.\nTry again: /workspace switch web',
    ],
    [
      'busy',
      'es',
      '⏳ Este chat sigue aquí: había mensajes en camino.\nInténtalo otra vez: /proyecto cambiar web',
    ],
    [
      'gone',
      'en',
      'No machine with web takes chats right now.\nThis chat stays here. All projects: /workspace',
    ],
    [
      'gone',
      'es',
      'Ninguna máquina con web recibe chats ahora.\nEste chat sigue aquí. Todos los proyectos: /proyecto',
    ],
    [
      'away',
      'en',
      "I can't reach the other machines right now.\nThis chat stays here. Try again later: /workspace switch web",
    ],
    [
      'away',
      'es',
      'Ahora no puedo llegar a las otras máquinas.\nEste chat sigue aquí. Inténtalo más tarde: /proyecto cambiar web',
    ],
  ])('that fails says why, and that the chat stays: %s, %s', async (outcome, locale, said) => {
    await open({ outcome, locale });
    expect(await says('/workspace switch web')).toBe(said);
  });

  test.each<[Locale, readonly string[]]>([
    [
      'en',
      [
        '⏳ Something is still open here. First end or cancel:',
        expect.stringContaining('fix the login'),
        'Then this chat can move to quito: /workspace switch web',
      ],
    ],
    [
      'es',
      [
        '⏳ Aquí queda algo abierto. Primero termina o cancela:',
        expect.stringContaining('fix the login'),
        'Después este chat puede pasar a quito: /proyecto cambiar web',
      ],
    ],
  ])('while a task runs says which has to end first (%s)', async (locale, lines) => {
    await open({ locale });
    await rig.say('/agent fix the login');
    expect([(await says('/workspace switch web')).split('\n'), wishes]).toEqual([lines, []]);
  });

  test('while several are open names three, and moves once all have ended', async () => {
    await open();
    for (const name of ['one', 'two', 'three', 'four']) await rig.say(`/agent ${name}`);
    const lines = (await says('/workspace switch web')).split('\n');
    for (const { id } of rig.sessions())
      rig.store.sessions.update(id, { state: { status: 'done' }, atMs: rig.clock.nowMs() });
    await rig.say('/workspace switch web');
    expect({ count: lines.length, more: lines[4], wishes: wishes.length }).toEqual({
      count: 6,
      more: '… and 1 more',
      wishes: 1,
    });
  });

  test('in a group only an owner can', async () => {
    await open();
    const inGroup = { chat: 'team', sender: BEA, group: { addressed: true } };
    expect([await says('/workspace switch web', inGroup), wishes]).toEqual([
      'In a group, only an owner can switch projects.',
      [],
    ]);
  });
});
