/** @module-tag postgres */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createNoteStore, type NoteFile } from '../../src/features/notes/note.ts';
import { createNoteFiles, createNotes } from '../../src/features/notes/notes.ts';
import { CONVERSATION, type Machine, machine, OWNER } from './moving-rig.ts';
import { OTHER } from './rig.ts';
import { moveTo, twoCells } from './two-cells.ts';

/** As `/remember` does, in the project that the chat works in. */
function remember(from: Machine, text: string, { file = 'TOOLS.md', saidBy = OWNER } = {}): void {
  const rows = createNoteStore(from.store.database);
  const files = createNoteFiles(from.ownerFiles);
  const notes = createNotes({ files, rows, clock: systemClock, holdsSecret: () => false });
  const plan = notes.plan({ file: file as NoteFile, text, project: from.project });
  if (plan.kind === 'refused') throw new Error(plan.fault.kind);
  notes.add(plan.note, { key: text, conversation: CONVERSATION, saidBy });
}

function put({ ownerFiles }: Machine, place: string, text: string): void {
  mkdirSync(path.dirname(path.join(ownerFiles, place)), { recursive: true });
  writeFileSync(path.join(ownerFiles, place), text);
}

const read = ({ ownerFiles }: Machine, place: string): string =>
  readFileSync(path.join(ownerFiles, place), 'utf8');

test('what an owner had the program remember is remembered by the next machine, once', async () => {
  const { cluster, from } = await twoCells();
  remember(from, 'tests run with pytest');
  remember(from, 'I am in Lima', { file: 'USER.md' });
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  put(to, 'TOOLS.md', '- deploys on Fridays\n');
  await moveTo(cluster, to, 2);
  await to.arrive(2);
  await to.copier().pass();
  await moveTo(cluster, from, 3);
  const all = (one: Machine) => [read(one, 'TOOLS.md'), read(one, 'USER.md')];
  expect({ to: all(to), from: all(from), told: to.told.length }).toEqual({
    to: ['- deploys on Fridays\n- tests run with pytest\n', '- I am in Lima\n'],
    from: ['- tests run with pytest\n', '- I am in Lima\n'],
    told: 1,
  });
});

test('a line of a project is in the file of that project, where it has one', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  put(from, 'shop/TOOLS.md', '');
  remember(from, 'make check');
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  put(to, 'shop/TOOLS.md', '- npm ci\n');
  await moveTo(cluster, to, 2);
  expect(read(to, 'shop/TOOLS.md')).toBe('- npm ci\n- make check\n');
});

test('a line of somebody who owns nothing here is told, and not kept', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  remember(from, 'tests run with pytest', { saidBy: '34600999999' });
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect(to.told[1]?.split('\n').slice(1)).toEqual([
    '> tests run with pytest',
    'No owner of this one wrote them, or their file is full. To save one here, an owner sends: /remember <note>',
  ]);
  expect(() => read(to, 'TOOLS.md')).toThrow('ENOENT');
});
