import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { WorkspaceState } from '../../../src/contracts/checkpoints.ts';
import type { MakeRequest } from '../../../src/contracts/workspaces.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { createWorkspaces } from '../../../src/git/workspaces/workspaces.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';
import { type HeldRuns, heldRuns, sideBySide } from '../../support/side-by-side.ts';

const BEA = '34600333444';
const CAN = '34600555666';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['blog', 'api'] },
    { phone: CAN, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BEA, CAN] }],
};
const STATE: WorkspaceState = { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null };

let top: string;
let rig: GatewayRig;
let work: HeldRuns;
const at = (...names: string[]): string => path.join(top, ...names);

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-chosen-')));
  for (const name of ['main', 'projects/shop', 'projects/blog', 'projects/api'])
    mkdirSync(at(name), { recursive: true });
});
afterEach(async () => {
  await rig.remove();
  rmSync(top, { recursive: true });
});

interface Places {
  readonly usual?: string;
  readonly root?: string | undefined;
}

async function open(places: Places = {}, options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  const folders = { usual: at('main'), root: at('projects'), ...places };
  const workspaces = createWorkspaces({ ...folders, ownFolders: [], environment: {} });
  const { program } = sideBySide();
  rig = await gatewayRig({
    locale: 'en',
    access: ACCESS,
    run: work.run,
    program: { ...program, workspaces },
    ...options,
  });
}

const last = (): string =>
  (rig.phone.texts.at(-1) ?? '').replaceAll(top, '').replace(/\d{8}-[0-9a-f]{8}/g, '<id>');
const says = async (...texts: readonly string[]): Promise<string> => {
  for (const text of texts) await rig.say(text);
  return last();
};
const inGroup = (sender: string) => ({ chat: 'team', sender, group: { addressed: true } });
const alone = (sender: string) => ({ chat: sender, sender });

describe('/workspace', () => {
  test('lists the projects, that of this chat marked, with where they lie for an owner alone', async () => {
    await open();
    expect(await says('/workspace')).toBe(
      [
        '📁 Projects in /projects:',
        '➡️ main (this chat)',
        '   api',
        '   blog',
        '   shop',
        'Switch projects: /workspace switch api',
      ].join('\n'),
    );
  });

  test('of very many lists as many as one reads on a phone, that of the chat among them, and finds others by a part', async () => {
    for (let number = 0; number < 300; number += 1) mkdirSync(at(`projects/p${number}`));
    await open();
    const list = (await says('/workspace switch p299', '/workspace')).split('\n');
    const found = await says('/workspace list 29');
    const unknown = await says('/workspace switch p2999', '/workspace switch 29');
    expect([list.length, list[1], list.slice(-2), found.split('\n').length, unknown]).toEqual([
      28,
      '➡️ p299 (this chat)',
      [
        '… and 279 more. To find one: /workspace list <part of a name>',
        'Switch projects: /workspace switch main',
      ],
      15,
      "There's no project `29`.\nThere are: p129, p229, p29, p290, p291, p292, p293, p294, p295, p296, … (+294)",
    ]);
  });

  test('in a group names no folder of the machine', async () => {
    await open();
    for (const text of ['/workspace', '/workspace info', '/workspace switch shop', '/status'])
      await rig.say(text, inGroup(ANA));
    expect(rig.phone.texts.filter((text) => text.includes(top))).toEqual([]);
  });

  test('in Spanish speaks of /proyecto', async () => {
    await open({}, { locale: 'es' });
    expect(await says('/proyecto cambiar blog', '/proyecto lista')).toBe(
      [
        '📁 Proyectos en /projects:',
        '   main',
        '   api',
        '➡️ blog (este chat)',
        '   shop',
        'Para cambiar de proyecto: /proyecto cambiar main',
      ].join('\n'),
    );
  });

  test('without PROJECTS_ROOT says what to set', async () => {
    await open({ root: undefined });
    expect(await says('/workspace')).toBe(
      '📁 main is the only project.\nFor several, set PROJECTS_ROOT in .env to the folder that holds them. Then restart me.',
    );
  });

  test('tells what is there, and what works there', async () => {
    await open();
    await says('/agent fix the login');
    await says('/workspace info');
    await expect.poll(last).toBe('📁 Project: /main\n🌿 no git repository\n🔧 running: fix the login');
  });

  test.each(['../x', 'a/../../b', '/etc', 'x'.repeat(300), 'CON', 'shоp', '-rf', 'sh*', '.', '$HOME'])(
    'switch %j finds nothing, and says what there is',
    async (name) => {
      await open();
      const said = await says(`/workspace switch ${name}`);
      expect([said.length < 200, said.endsWith('\nThere are: main, api, blog, shop')]).toEqual([true, true]);
      expect(rig.store.chosenWorkspaces.find('phone:ana' as never)).toBeUndefined();
    },
  );
});

describe('a chat that switches', () => {
  test('begins its next tasks there, and shows it', async () => {
    await open();
    const said = await says('/workspace switch shop');
    await says('/agent fix the cart');
    expect([said, work.folders.get('fix the cart'), (await says('/status')).split('\n')[1]]).toEqual([
      '📁 This chat now works in shop.',
      at('projects/shop'),
      '📁 Project: /projects/shop',
    ]);
  });

  test('while a task runs is told that it keeps its project; both go on side by side', async () => {
    await open();
    const said = await says('/agent fix the login', '/workspace switch blog');
    await says('/agent fix the feed');
    const status = (await says('/status')).split('\n').filter((line) => line.includes('running'));
    expect({ said, folders: [...work.folders.values()], status }).toEqual({
      said: '📁 This chat now works in blog.\n#1 fix the login stays in main. What you start next works in the new one.',
      folders: [at('main'), at('projects/blog')],
      status: ['🔧 running: #1 fix the login (main)', '🔧 running: #2 fix the feed'],
    });
  });

  test('leaves other chats where they are', async () => {
    await open();
    await says('/workspace switch shop');
    await rig.say('/agent in the group', inGroup(ANA));
    await says('/agent alone');
    expect([work.folders.get('in the group'), work.folders.get('alone')]).toEqual([
      at('main'),
      at('projects/shop'),
    ]);
  });

  test('waits in line with a task of another chat in the same project', async () => {
    await open();
    await says('/workspace switch shop', '/agent one');
    await rig.say('/workspace switch shop', inGroup(ANA));
    await rig.say('/queue two', inGroup(ANA));
    const before = [...rig.started];
    await work.finish('one');
    expect([before, rig.started]).toEqual([['one'], ['one', 'two']]);
  });

  test('goes back to the usual project by its name, and then follows the settings', async () => {
    await open();
    await says('/workspace shop', '/workspace main');
    expect(rig.store.chosenWorkspaces.find('phone:ana' as never)).toBeUndefined();
  });

  test('has a talk about each project', async () => {
    await open();
    await says('what is this?');
    await work.finish('what is this?');
    await says('/workspace switch shop', 'and this?');
    await work.finish('and this?');
    await says('/workspace switch main', 'and again?');
    const talks = rig.sessions().map(({ task, workspace }) => [task, workspace.slice(top.length)]);
    expect(talks).toEqual([
      ['and this?', '/projects/shop'],
      ['what is this?', '/main'],
    ]);
  });

  test('begins nothing in a project that is gone, nor in another one instead', async () => {
    await open();
    await says('/workspace switch shop');
    renameSync(at('projects/shop'), at('elsewhere'));
    expect([await says('/agent fix it'), await says('hello'), rig.started]).toEqual([
      "This chat's project shop is gone.\nChoose another: /workspace switch <name>. /workspace lists them.",
      "This chat's project shop is gone.\nChoose another: /workspace switch <name>. /workspace lists them.",
      [],
    ]);
  });

  test.each([
    ['gone', () => undefined],
    ['a link by now', () => symlinkSync(at('projects/api'), at('projects/shop'))],
  ])('goes on with no task whose project is %s, and says how it can', async (_what, instead) => {
    await open();
    await says('/workspace switch shop', '/agent fix it');
    await work.finish('fix it', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    renameSync(at('projects/shop'), at('elsewhere'));
    instead();
    const refused = await says('/agent-resume');
    const meanwhile = work.folders.get('fix it');
    rmSync(at('projects/shop'), { force: true });
    renameSync(at('elsewhere'), at('projects/shop'));
    await says('/agent-resume');
    expect([refused.split('\n').slice(0, 4), meanwhile, work.folders.get('fix it')]).toEqual([
      [
        '⏸ Paused: fix it',
        'The project folder is gone, or another one took its place.',
        'Put it back, then /agent-resume.',
        '(shop)',
      ],
      undefined,
      at('projects/shop'),
    ]);
  });

  test('has to choose first where PROJECT_ROOT is the folder of the projects', async () => {
    await open({ usual: at('projects') });
    const refused = await says('/agent fix it');
    await says('/workspace api', '/agent fix it');
    expect([refused, work.folders.get('fix it')]).toEqual([
      "Choose a project first: /workspace switch <name>\n/workspace lists them. PROJECT_ROOT only holds them; I don't work in it.",
      at('projects/api'),
    ]);
  });
});

describe('who may switch', () => {
  test('a member, alone, among their projects; nothing is said of others', async () => {
    await open();
    const said: string[] = [];
    for (const text of [
      '/workspace',
      '/agent x',
      '/workspace switch shop',
      '/workspace switch blog',
      '/agent x',
    ]) {
      await rig.say(text, alone(BEA));
      said.push(last());
    }
    expect([said, work.folders.get('x')]).toEqual([
      [
        '📁 Projects:\n   api\n   blog\nSwitch projects: /workspace switch api',
        "You don't have access to main.\nYour projects: blog, api. An owner can change that in access.yaml.\nSwitch projects: /workspace switch api",
        "There's no project `shop`.\nThere are: api, blog",
        '📁 This chat now works in blog.',
        '🚀 On it: x',
      ],
      at('projects/blog'),
    ]);
  });

  test('in a group only an owner', async () => {
    await open();
    for (const sender of [BEA, CAN]) await rig.say('/workspace switch blog', inGroup(sender));
    await rig.say('/workspace switch nothing', inGroup(BEA));
    const refused = rig.phone.texts;
    await rig.say('/workspace', inGroup(CAN));
    expect(last()).not.toContain('/workspace switch');
    await rig.say('/workspace switch blog', inGroup(ANA));
    expect([refused, last()]).toEqual([
      Array(3).fill('In a group, only an owner can switch projects.'),
      '📁 This chat now works in blog.',
    ]);
  });

  test('a member learns nothing of a project that is not theirs', async () => {
    await open();
    const said: string[] = [];
    for (const text of ['info shop', 'switch shop', 'shop', 'switch nothing']) {
      await rig.say(`/workspace ${text}`, alone(BEA));
      said.push(last());
    }
    const none = (name: string) => `There's no project \`${name}\`.\nThere are: api, blog`;
    expect(said).toEqual([none('shop'), none('shop'), none('shop'), none('nothing')]);
  });
});

describe('/undo and /diff', () => {
  const noteStep = (session: SessionId): void => {
    const about = { session, call: `call-${session}` as CallId, problem: undefined };
    rig.store.checkpoints.begin({ ...about, before: STATE });
    rig.store.checkpoints.end({ ...about, after: STATE });
  };

  test('touch nothing where a link to another project has taken the place', async () => {
    await open();
    await says('/workspace switch shop', '/agent fix the login');
    noteStep(rig.sessions()[0]?.id as SessionId);
    await work.finish('fix the login');
    renameSync(at('projects/shop'), at('elsewhere'));
    symlinkSync(at('projects/api'), at('projects/shop'));
    expect(await says('/undo')).toBe(
      "❌ I couldn't undo this: fix the login\nIts project folder is gone or replaced. Put it back first.\nI changed nothing more. /undo tries again.",
    );
  });

  test('mean the latest task of the project that the chat is in, never one of another', async () => {
    await open();
    await says('/agent fix the login');
    noteStep(rig.sessions()[0]?.id as SessionId);
    await work.finish('fix the login');
    await says('/workspace switch blog');
    expect([await says('/undo'), await says('/diff')]).toEqual([
      'No task of this chat changed anything in blog.\nThe latest was in another project: fix the login (main)\nIf you mean that one: /undo <id>',
      'No task of this chat changed anything in blog.\nThe latest was in another project: fix the login (main)\nIf you mean that one: /diff <id>',
    ]);
  });
});

test('what is sent lies in the project of the chat', async () => {
  const kept: string[] = [];
  const keepDocument = async ({ workspace }: { readonly workspace: string }) => {
    kept.push(workspace);
    return 'inbox/a.txt';
  };
  await open({}, { sentFiles: { keepDocument } });
  rig.phone.fetch = async () => Buffer.from('text');
  await says('/workspace switch shop');
  await rig.say('/agent read this', {
    attachments: [{ kind: 'document', mimeType: 'text/plain', bytes: 4, ref: {}, name: 'a.txt' } as never],
  });
  expect(kept).toEqual([at('projects/shop')]);
});

describe('/workspace add', () => {
  interface Making {
    readonly request: MakeRequest;
    done(): void;
    fail(error: Error): void;
  }
  let making: Making[];
  /** It is too late to give it up. */
  let isTooLate = false;

  /** Making takes as long as the test says; what is on the disk is the test's as well. */
  async function openMaking(options: RigOptions = {}, places: Places = {}): Promise<void> {
    making = [];
    isTooLate = false;
    const folders = { usual: at('main'), root: at('projects'), ...places };
    const workspaces = {
      ...createWorkspaces({ ...folders, ownFolders: [], environment: {} }),
      make: (request: MakeRequest) =>
        new Promise<void>((resolve, reject) => {
          request.signal.addEventListener('abort', () =>
            isTooLate ? resolve() : reject(new Failure('stopped', 'Git was stopped.')),
          );
          making.push({ request, done: resolve, fail: reject });
        }),
    };
    await open({}, { ...options, program: { ...sideBySide().program, workspaces } });
  }
  const URL = 'https://github.com/owner/cart.git';

  test('stores the wish, tells how it goes on, and says when it is there', async () => {
    await openMaking();
    const begun = await says(`/workspace add ${URL}`);
    const [one] = making;
    await rig.clock.advance(31_000);
    one?.request.onProgress('Receiving objects: 45 % · 12 MiB');
    one?.request.onProgress('Receiving objects: 46 % · 12 MiB');
    await settled();
    const progress = last();
    one?.done();
    await settled();
    expect({ begun, progress, ended: last(), count: rig.phone.texts.length, wish: one?.request.url }).toEqual(
      {
        begun: '⬇️ Cloning cart. I run nothing in it.\nTo cancel: /workspace cancel',
        progress: '⬇️ cart · Receiving objects: 45 % · 12 MiB',
        ended: '✅ cart is ready.\nTo work in it: /workspace switch cart',
        count: 3,
        wish: URL,
      },
    );
  });

  test('edits one message where messages can be edited', async () => {
    const phone = new FakeChannel('phone', { edit: 'any' });
    await openMaking({ channels: [phone] });
    await says(`/workspace add ${URL}`);
    await rig.clock.advance(5000);
    making[0]?.request.onProgress('Receiving objects: 45 %');
    await settled();
    expect(
      phone.sent.map(({ id, body }) => (body.kind === 'edit' ? ['edit', body.target] : [body.kind, id])),
    ).toEqual([
      ['text', phone.sent[0]?.id],
      ['edit', phone.sent[0]?.id],
    ]);
  });

  test('says why nothing came of it', async () => {
    await openMaking();
    await says(`/workspace add ${URL}`);
    making[0]?.fail(new Failure('unavailable', 'git: repository not found'));
    await settled();
    expect(last()).toBe("❌ I couldn't get cart, and left nothing behind.\ngit: repository not found");
  });

  test('can be given up, once', async () => {
    await openMaking();
    await says(`/workspace add ${URL}`);
    const given = await says('/workspace cancel');
    expect([given, making[0]?.request.signal.aborted, await says('/workspace cancel')]).toEqual([
      '🛑 Cancelled cart. Nothing is left behind.',
      true,
      "I'm not getting any project right now.\nTo get one: /workspace add <git url>",
    ]);
  });

  test('that is there when it is given up is told of all the same', async () => {
    await openMaking();
    await says(`/workspace add ${URL}`);
    isTooLate = true;
    await says('/workspace cancel');
    expect(rig.phone.texts.slice(1)).toEqual([
      '🛑 Cancelled cart. Nothing is left behind.',
      '✅ cart is ready.\nTo work in it: /workspace switch cart',
    ]);
  });

  test('goes on after a restart, from the beginning and under another program', async () => {
    await openMaking();
    await says(`/workspace add ${URL}`);
    const next = await rig.restart();
    await settled();
    making[1]?.done();
    await settled();
    expect([
      making.length,
      making[1]?.request.token === making[0]?.request.token,
      next.phone.texts.slice(1),
    ]).toEqual([
      2,
      true,
      ['🔄 I was restarted. Cloning cart again.', '✅ cart is ready.\nTo work in it: /workspace switch cart'],
    ]);
  });

  test('is left to the next program when this one ends', async () => {
    await openMaking();
    await says(`/workspace add ${URL}`);
    await rig.gateway.stop();
    expect([making[0]?.request.signal.aborted, rig.gateway.summary().allDone, last()]).toEqual([
      true,
      false,
      '⬇️ Cloning cart. I run nothing in it.\nTo cancel: /workspace cancel',
    ]);
  });

  test('a password in an address stands in no row', async () => {
    await openMaking();
    const accept = vi.spyOn(rig.store.inbox, 'accept');
    const said = await says('/workspace add https://bea:hunter22@github.com/owner/x.git');
    const stored = accept.mock.calls.map(([{ message }]) => message.text);
    expect([said.split('\n')[0], stored]).toEqual([
      "I don't take addresses with a name or password in them.",
      ['/workspace add https://***:***@github.com/owner/x.git'],
    ]);
  });

  test.each([
    ['', /^Clone a project: \/workspace add <git url> \[name\]/],
    ['shop', /^There's already something called `?shop`?/],
    ['https://github.com/owner/shop.git', /^There's already something called `?shop/],
    ['https://github.com/owner/.git', /^That address doesn't end in a name/],
    ['https://a:b@github.com/owner/x.git', /^I don't take addresses with a name or password/],
    ['file:///etc', /^I only clone https/],
    ['../shop', /^I only clone https/],
    ['https://github.com/owner/x.git ../y', /can't be a project's name/],
    ['--upload-pack=x', /can't be a project's name/],
  ])('%j begins nothing', async (what, said) => {
    await openMaking();
    expect(await says(`/workspace add ${what}`)).toMatch(said);
    expect(making).toEqual([]);
  });

  test('a second one of the same name waits for nothing: it is refused', async () => {
    await openMaking();
    expect(await says(`/workspace add ${URL}`, '/workspace add git@host:other/cart')).toBe(
      "I'm already getting cart. To cancel: /workspace cancel",
    );
    expect(making.length).toBe(1);
  });

  test('is for owners, in every chat', async () => {
    await openMaking();
    await rig.say(`/workspace add ${URL}`, alone(BEA));
    await rig.say('/workspace add fresh', inGroup(BEA));
    expect([rig.phone.texts, making]).toEqual([Array(2).fill('Only an owner can do that.'), []]);
  });

  test('without PROJECTS_ROOT says what to set first', async () => {
    await openMaking({}, { root: undefined });
    expect(await says(`/workspace add ${URL}`)).toMatch(/Set PROJECTS_ROOT in \.env/);
  });
});
