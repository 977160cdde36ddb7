/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Locale } from '../../src/core/texts/texts.ts';
import { createUndoStore } from '../../src/features/undo/undo.ts';
import { createNewWorkspaceStore } from '../../src/features/workspaces/new-workspace.ts';
import { CONVERSATION, INSTANCE, type Machine, machine, messageLine, OWNER } from './moving-rig.ts';
import { OTHER } from './rig.ts';
import { moveTo, twoCells } from './two-cells.ts';

type Begins = (from: Machine) => void;

const project =
  (url: string | undefined): Begins =>
  ({ store }) =>
    void createNewWorkspaceStore(store.database).add({
      instance: INSTANCE,
      conversation: CONVERSATION,
      locale: 'en',
      requester: OWNER,
      url,
      name: 'web',
      token: 'one',
      messageId: '3EB0one',
      atMs: 0,
    });

/** A task that is done, and number 4 there. */
function done(from: Machine) {
  const { session, file } = from.begin({ state: { status: 'done' }, number: 4 });
  file.append([messageLine(0, 'fix it')]);
  return session;
}

const undo: Begins = (from) =>
  void createUndoStore(from.store.database).add({
    session: done(from).id,
    conversation: CONVERSATION,
    locale: 'en',
    requester: OWNER,
    through: 1,
    instance: INSTANCE,
  });

const lands =
  (choice: 'merge' | 'pull-request' | 'discard'): Begins =>
  (from) => {
    const { id } = done(from);
    const { worktrees } = from.store;
    const place = { project: from.project, folder: `${from.project}-4`, branch: 'wasap/4-fix' };
    worktrees.add({ session: id, kind: 'branch', ...place, createdAtMs: 0 });
    worktrees.choose(id, choice, OWNER);
  };

async function toldOf(begins: Begins, locale: Locale): Promise<readonly string[]> {
  const { cluster, from } = await twoCells();
  from.store.conversations.setLanguage(CONVERSATION, { locale, isChosen: true, others: 0 });
  begins(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  const lines = to.told.flatMap((text) => text.split('\n'));
  return lines.slice(lines.findIndex((line) => line.startsWith('🚧')) + 2);
}

test('a clone that was under way on a machine that is lost is named, with how to begin it again', async () => {
  const url = 'https://github.com/ada/web.git';
  expect(await toldOf(project(url), 'en')).toEqual([`• A clone of web: /workspace add ${url} web`]);
});

test.each<[string, Begins, Locale, string]>([
  [
    'a clone',
    project('https://github.com/ada/web.git'),
    'es',
    '• Clonar web: /proyecto agregar https://github.com/ada/web.git web',
  ],
  ['a new project', project(undefined), 'en', '• A new project web: /workspace add web'],
  [
    'an undo',
    undo,
    'en',
    "• An undo of #4\nIts changes are on the other machine. There's nothing to undo here.",
  ],
  [
    'an undo',
    undo,
    'es',
    '• Deshacer #4\nSus cambios están en la otra máquina. Aquí no hay nada que deshacer.',
  ],
  [
    'a merge',
    lands('merge'),
    'en',
    "• The merge of #4\nI can't tell whether it finished. Its branch there: wasap/4-fix",
  ],
  [
    'a merge',
    lands('merge'),
    'es',
    '• El merge de #4\nNo sé si terminó. Su rama en la otra máquina: wasap/4-fix',
  ],
  [
    'a pull request',
    lands('pull-request'),
    'en',
    "• The pull request of #4\nI can't tell whether it was opened. Look on GitHub first.",
  ],
  [
    'a copy that is put away',
    lands('discard'),
    'en',
    '• Tidying up the copy of #4\nIt stays on the other machine.',
  ],
])('%s that was under way is named', { tags: 'full' }, async (_, begins, locale, line) => {
  expect(await toldOf(begins, locale)).toEqual(line.split('\n'));
});

test('nothing is named that had ended', { tags: 'full' }, async () => {
  const ended: Begins = (from) => {
    project('https://github.com/ada/web.git')(from);
    createNewWorkspaceStore(from.store.database).end(1, 'done');
  };
  expect((await toldOf(ended, 'en')).join('\n')).not.toContain('web');
});
