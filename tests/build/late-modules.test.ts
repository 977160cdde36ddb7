/** When a module of the built program runs, and that it gets what it imports all the same. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../config/build/program.mjs';
import { makeTree } from '../architecture/make-tree.ts';

/** @param files the modules of a program, which begins with `main.ts` */
async function run(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = makeTree(files);
  const dist = path.join(folder, 'dist');
  await buildProgram({ entry: path.join(folder, 'main.ts'), outFolder: dist });
  const program = spawnSync(process.execPath, [path.join(dist, 'wasap.cjs')], { encoding: 'utf8' });
  return program.stdout + program.stderr;
}

test('a module runs once, when something of it is used first; one of which nothing is used never runs', async () => {
  const said = await run({
    'main.ts': `
import { again, used } from './used.ts';
import { unused } from './unused.ts';
export async function main(argv) {
  console.log('starts');
  console.log(used, again());
  if (argv.length > 0) console.log(unused);
  return 0;
}`,
    'used.ts': `
console.log('runs');
export const used = 'used';
export const again = () => used + ' again';`,
    'unused.ts': `
console.log('must not run');
export const unused = 1;`,
  });
  expect(said).toBe('starts\nruns\nused used again\n');
});

test('what is imported is there wherever it is named: spread, made, extended, passed on, in a text, from Node', async () => {
  const said = await run({
    'main.ts': `
import path, { join } from 'node:path';
import * as os from 'node:os';
import { type Kind, List, list, name as word, tag } from './parts.ts';
export { word };
const kind: Kind = 'kind';
class Longer extends List {}
export async function main() {
  const own = { list, word };
  const { name } = await import('./parts.ts');
  const said = [...list, new List().size, new Longer().size, own.word, own.list.length, tag\`\${word}\`];
  console.log(said.join(' '), kind, name, path.join === join, typeof os.tmpdir());
  return 0;
}`,
    'parts.ts': `
export type Kind = 'kind';
export const list = ['a', 'b'];
export const name = 'name';
export class List { size = 2; }
export function tag(_: readonly string[], value: string) { return '<' + value + '>'; }`,
  });
  expect(said).toBe('a b 2 2 name 2 <name> kind name true string\n');
});

test('a name that the compiler could give an import is refused', async () => {
  const main = 'const import_path = 1;\nexport const main = async () => import_path;\n';
  await expect(run({ 'main.ts': main })).rejects.toThrow(/main\.ts: .* begin with import_$/);
});

test('a package that is imported as a whole is refused: only what is named of it is in the program', async () => {
  const main = "import * as yaml from 'yaml';\nexport const main = async () => yaml;\n";
  await expect(run({ 'main.ts': main })).rejects.toThrow(/main\.ts: import what it uses of yaml by name/);
});
