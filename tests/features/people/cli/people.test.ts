import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeHash } from '../../../../src/gateway/people/access.ts';
import { eachInFull } from '../../../support/each-in-full.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { openTestStore } from '../../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../../dist/wasap.cjs');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('people');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => folder.remove());

async function wasap(args: readonly string[], numbers = '', locale = ''): Promise<string> {
  const data = path.join(folder.path, 'data');
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder.path, DATA_DIR: data },
    ...{ ALLOWED_PHONE_NUMBERS: numbers, LOCALE: locale },
  };
  try {
    const { stdout } = await run(process.execPath, [LAUNCHER, 'people', ...args], {
      cwd: path.join(folder.path, 'project'),
      env,
    });
    return stdout;
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    return (error as { stderr: string }).stderr;
  }
}

function withStore<T>(act: (store: ReturnType<typeof openTestStore>) => T): T {
  const store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  try {
    return act(store);
  } finally {
    store.close();
  }
}

test('an invitation prints a code of which only the hash is kept', { tags: 'full' }, async () => {
  const out = await wasap(['invite', '--role', 'member', '--project', 'shop', 'docs']);
  const digits = /^Code: (\d{4}) (\d{4})$/m.exec(out)?.slice(1).join('') ?? '';
  expect(withStore(({ people }) => people.openInvitation())).toMatchObject({
    codeHash: codeHash(digits),
    role: 'member',
    workspaces: ['shop', 'docs'],
    triesLeft: 5,
  });
});

eachInFull([
  ['reader', 'a reader'],
  ['owner', 'an owner'],
])('an invitation of role %s says that it makes somebody %s', async (role, what) => {
  expect(await wasap(['invite', '--role', role])).toContain(`in a direct chat, it makes somebody ${what}.`);
});

test('a member without projects could do nothing, so it is refused', { tags: 'full' }, async () => {
  expect(await wasap(['invite', '--role', 'member'])).toBe(
    'wasap: A member needs projects, so nobody was invited.\nAdd: --project <folder>\n',
  );
});

test('everybody who may talk is listed with what they may do and why', { tags: 'full' }, async () => {
  await wasap(['invite']);
  withStore(({ people }) => {
    const invitation = people.openInvitation();
    if (invitation === undefined) throw new Error('no invitation');
    people.accept(invitation.seq, { phone: '34600333444', role: 'reader', workspaces: undefined }, 1);
  });
  expect(await wasap([], '+34 600 111 222')).toBe(
    '+34600111222     owner   all projects (settings)\n+34600333444     reader  all projects (invitation)\n',
  );
  expect(await wasap(['remove', '0034 (600) 333-444'])).toBe('+34600333444 can no longer write to me.\n');
  expect(await wasap(['remove', '34600333444'])).toContain('has no invitation, so nothing was removed');
});

test('when nobody is allowed it says how to change that', { tags: 'full' }, async () => {
  expect(await wasap([])).toBe(
    'Nobody can write to me on WhatsApp yet.\nSet ALLOWED_PHONE_NUMBERS, or run: wasap people invite\n',
  );
});

test('in Spanish it says the same', { tags: 'full' }, async () => {
  expect(await wasap(['invite', '--role', 'owner'], '', 'es')).toMatch(
    /^Código: \d{4} \d{4}\nQuien me lo mande en un chat directo pasa a ser dueño\.\nSirve una vez, por 10 minutos\./,
  );
  expect(await wasap([], '+34 600 111 222', 'es')).toBe(
    '+34600111222     dueño   todos los proyectos (ajustes)\n',
  );
});

test.each([
  ['a cell', 'INSERT INTO relay_cell (only_row, name) VALUES (1, @name)'],
  ['a front', 'INSERT INTO front_self (only_row, name) VALUES (1, @name)'],
])('in the data folder of %s nobody is invited without the list of all', { tags: 'full' }, async (_, sql) => {
  withStore(({ database }) => database.write(sql).run({ name: 'one' }));
  const said = await wasap(['invite']);
  expect({ said, open: withStore(({ people }) => people.openInvitation()) }).toEqual({
    said: expect.stringContaining("DATABASE_URL isn't set."),
    open: undefined,
  });
});
