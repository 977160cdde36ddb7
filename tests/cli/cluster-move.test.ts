/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openCluster, placeChat, seatCell } from '../front/rig.ts';
import { freshDatabase } from '../support/postgres.ts';
import { tempFolder } from '../support/program.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const TIMES = { timeout: 60_000 };

let database: string;
let folder: string;
beforeEach(async () => {
  const made = tempFolder('move');
  onTestFinished(() => made.remove());
  folder = made.path;
  mkdirSync(path.join(folder, 'project'));
  database = await freshDatabase();
  await openCluster(database);
  await seatCell(database, 'lima');
  await seatCell(database, 'quito', 3600);
  await placeChat(database, 'ana', 'lima');
});

interface Said {
  readonly out: string;
  readonly errors: string;
}

async function move(args: readonly string[], locale: 'en' | 'es', url = database): Promise<Said> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: path.join(folder, 'data'),
    LOCALE: locale,
    DATABASE_URL: url,
  };
  const cwd = path.join(folder, 'project');
  try {
    const { stdout, stderr } = await run(process.execPath, [LAUNCHER, 'cluster', 'move', ...args], {
      cwd,
      env,
    });
    return { out: stdout, errors: stderr };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { out: stdout, errors: stderr };
  }
}

test.each<[string, readonly string[], 'en' | 'es', string]>([
  ['a chat that is not there', ['main:eva', '--to', 'lima'], 'es', 'No existe ese chat: no moví nada.'],
  [
    'a chat that lives there',
    ['main:ana', '--to', 'lima'],
    'es',
    'El chat ya está en esa celda: no moví nada.',
  ],
  ['to a silent cell', ['main:ana', '--to', 'quito'], 'es', 'Esa celda no está en marcha: no moví nada ahí.'],
  ['all, to a silent cell', ['--from', 'lima', '--to', 'quito'], 'es', 'Esa celda no está en marcha'],
  ['all, to where they are', ['--from', 'lima', '--to', 'lima'], 'es', 'El chat ya está en esa celda'],
  [
    'to a silent cell',
    ['main:ana', '--to', 'quito'],
    'en',
    "That cell isn't running, so nothing moved there.",
  ],
  ['nothing named', [], 'es', '¿Qué quieres mover?'],
  ['no name of a cell', ['main:ana', '--to', 'Ünd; --'], 'es', '"Ünd; --" no sirve de nombre en el clúster.'],
])('%s: %j in %s', TIMES, async (_, args, locale, said) => {
  expect(await move(args, locale)).toEqual({ out: '', errors: expect.stringContaining(said) });
});

test('all, to nowhere: they stay, and what to do stands there', TIMES, async () => {
  expect(await move(['--from', 'lima'], 'es')).toEqual({
    out: expect.stringContaining('Ninguna otra celda recibe chats, así que el resto se quedó.'),
    errors: '',
  });
});

test('a password of PostgreSQL is shown nowhere, whatever is wrong with the address', TIMES, async () => {
  const urls = ['mysql://me:hunter2secret@nowhere/db', 'postgres://me:hunter2secret@127.0.0.1:1/db'];
  const said: Said[] = [];
  for (const url of urls) said.push(await move(['--from', 'lima'], 'es', url));
  expect(said).toEqual([
    { out: '', errors: expect.stringContaining('DATABASE_URL no es la dirección de un PostgreSQL.') },
    { out: '', errors: expect.stringContaining('PostgreSQL no respondió en 5 s.') },
  ]);
  expect(JSON.stringify(said)).not.toContain('hunter2secret');
});
