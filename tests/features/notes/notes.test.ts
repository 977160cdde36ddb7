import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import { createNoteStore, type NoteFile, type OwnerNotes } from '../../../src/features/notes/note.ts';
import { UNDO_MS } from '../../../src/features/notes/notes.ts';
import { type OpenStore, openStore } from '../../../src/store/open.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { realNotes, SECRET } from '../../support/real-notes.ts';

const ANA = conversationId('phone', 'ana');
const PROJECT = '/projects/shop';

let folder: string;
let store: OpenStore;
let clock: FakeClock;
let notes: OwnerNotes;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-notes-'));
  store = openStore({ path: ':memory:' });
  clock = new FakeClock();
  notes = realNotes(folder, createNoteStore(store.database), clock);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (place: string) => path.join(folder, 'workspace', place);
const read = (place: string) => readFileSync(at(place), 'utf8');

function put(place: string, text: string): void {
  mkdirSync(path.dirname(at(place)), { recursive: true });
  writeFileSync(at(place), text);
}

function keep(text: string, { file = 'USER.md', key = text }: { file?: NoteFile; key?: string } = {}) {
  const plan = notes.plan({ file, text, project: PROJECT });
  return plan.kind === 'refused'
    ? plan.fault
    : notes.add(plan.note, { key, conversation: ANA, saidBy: 'ana' });
}

test('lines follow one another, in a folder and files that are made with the first', () => {
  expect([keep('I prefer pytest'), keep('I am in Lima'), read('USER.md')]).toEqual([
    undefined,
    undefined,
    '- I prefer pytest\n- I am in Lima\n',
  ]);
});

test('the file that the project has of its own is the one that is written', () => {
  put('TOOLS.md', 'For all.\n');
  put('shop/TOOLS.md', '- Of the shop.\n');
  keep('make check', { file: 'TOOLS.md' });
  expect([read('TOOLS.md'), read('shop/TOOLS.md')]).toEqual(['For all.\n', '- Of the shop.\n- make check\n']);
});

test('what is written is there as a whole, with the rights that the file had, and nothing beside it', () => {
  put('USER.md', '- Ana\n');
  chmodSync(at('USER.md'), 0o640);
  keep('pytest');
  expect([readdirSync(at('')), read('USER.md')]).toEqual([['USER.md'], '- Ana\n- pytest\n']);
});

test.each<[string, () => void, unknown]>([
  ['a link to SOUL.md', () => symlinkSync('SOUL.md', at('USER.md')), 'linked'],
  ['a link out', () => symlinkSync('../secret', at('USER.md')), 'linked'],
  ['a folder', () => mkdirSync(at('USER.md')), 'not-a-file'],
  ['no text', () => writeFileSync(at('USER.md'), Buffer.from([0xff, 0xfe, 0x00])), 'not-text'],
])('%s in its place is left alone', (_, make, why) => {
  put('SOUL.md', 'Be brief.\n');
  make();
  expect([keep('pytest'), read('SOUL.md')]).toEqual([
    { kind: 'unusable', place: 'USER.md', why },
    'Be brief.\n',
  ]);
});

test('a folder of the project that leads out is left alone', () => {
  mkdirSync(path.join(folder, 'elsewhere'));
  writeFileSync(path.join(folder, 'elsewhere/USER.md'), 'theirs\n');
  mkdirSync(at(''));
  symlinkSync('../elsewhere', at('shop'));
  expect(keep('pytest')).toEqual({ kind: 'unusable', place: 'shop/USER.md', why: 'link' });
});

test('a secret is not even stored', () => {
  expect([
    keep(`it is ${SECRET}`),
    existsSync(at('USER.md')),
    createNoteStore(store.database).latest(ANA),
  ]).toEqual([{ kind: 'secret' }, false, undefined]);
});

test('a file that is full, or longer than what is read of it, is not written', () => {
  put('USER.md', `- ${'x'.repeat(5990)}\n`);
  put('TOOLS.md', `- ${'y'.repeat(30_000)}\n`);
  expect([keep('pytest'), keep('pytest', { file: 'TOOLS.md' })]).toMatchObject([
    { kind: 'full', place: 'USER.md', length: 6002, most: 6000 },
    { kind: 'full', place: 'TOOLS.md' },
  ]);
});

test('a file that somebody changes between question and answer is not written', () => {
  const plan = notes.plan({ file: 'USER.md', text: 'pytest', project: PROJECT });
  put('USER.md', '- Ana\n');
  if (plan.kind === 'refused') throw new Error('it can be kept');
  expect([notes.add(plan.note, { key: 'k', conversation: ANA, saidBy: 'ana' }), read('USER.md')]).toEqual([
    { kind: 'moved', place: 'USER.md' },
    '- Ana\n',
  ]);
});

test('undo gives the file back to the byte, line by line, and takes away what it made', () => {
  put('TOOLS.md', 'No break at the end');
  keep('make check', { file: 'TOOLS.md' });
  keep('I am Ana');
  keep('pytest');
  const undone = [notes.undo(ANA), notes.undo(ANA), notes.undo(ANA), notes.undo(ANA)];
  expect([undone.map(({ kind }) => kind), existsSync(at('USER.md')), read('TOOLS.md')]).toEqual([
    ['undone', 'undone', 'undone', 'none'],
    false,
    'No break at the end',
  ]);
});

test('an edit of the person is never taken back', () => {
  keep('pytest');
  writeFileSync(at('USER.md'), '- pytest\n- and my own words\n');
  expect([notes.undo(ANA), read('USER.md')]).toEqual([
    { kind: 'changed', place: 'USER.md', added: '- pytest\n' },
    '- pytest\n- and my own words\n',
  ]);
});

test('after ten minutes the line stays', async () => {
  keep('pytest');
  await clock.advance(UNDO_MS + 1);
  expect([notes.undo(ANA), read('USER.md')]).toEqual([
    { kind: 'late', place: 'USER.md', added: '- pytest\n' },
    '- pytest\n',
  ]);
});

test('another chat takes back nothing of this one', () => {
  keep('pytest');
  expect(notes.undo(conversationId('phone', 'bea'))).toEqual({ kind: 'none' });
});

test('what a program that died has left is told by its key', () => {
  keep('pytest', { key: 'one' });
  const row = {
    key: 'two',
    conversation: ANA,
    file: 'TOOLS.md',
    place: 'TOOLS.md',
    added: '- make\n',
    saidBy: undefined,
  } as const;
  createNoteStore(store.database).put({
    ...row,
    before: undefined,
    after: 'hash of what it would be',
    atMs: 0,
  });
  const fates = () => ['one', 'two', 'three'].map((key) => notes.fate(key));
  const before = fates();
  put('TOOLS.md', 'something else');
  expect([before, fates()[1]]).toEqual([
    [
      {
        kind: 'added',
        note: expect.objectContaining({ place: 'USER.md', before: undefined, added: '- pytest\n' }),
      },
      'not-added',
      undefined,
    ],
    'unknown',
  ]);
});
