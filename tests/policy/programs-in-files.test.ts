/** The same program under its name, by the path of its file, or as a module: one set of rules holds for all. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

const SCRIPTS = { test: 'x', build: 'x', greet: 'x', add: 'x', install: 'x', dlx: 'x', publish: 'x' };

let project: Project;
const policy = makePolicy();

beforeAll(() => {
  project = makeProject();
  const programs = ['bin/rails', 'bin/console', 'bin/rspec', 'bin/ls', 'bin/unknown', 'artisan', 'manage.py'];
  const sources = [
    'backend/manage.py',
    'scripts/find.js',
    'scripts/make',
    'shop/__main__.py',
    'shop/report.py',
    'node_modules/typescript/bin/tsc',
    'node_modules/vitest/vitest.mjs',
    'node_modules/tsx/dist/cli.mjs',
  ];
  for (const name of programs) write(name, '#!/bin/sh\n', 0o755);
  for (const name of sources) write(name, '#!/bin/sh\n');
  write('package.json', JSON.stringify({ scripts: SCRIPTS }));
  write('composer.json', JSON.stringify({ scripts: { test: 'x', install: 'x', require: 'x', greet: 'x' } }));
});
afterAll(() => project.remove());

function write(name: string, text: string, mode = 0o644): void {
  const file = path.join(project.root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

const verdictOf = async (line: string) => summaryOf(await judgeIn(project, line, policy)).split(' ')[0];

test.each([
  // Django
  ['python manage.py test', 'allow'],
  ['python3 -u manage.py test shop', 'allow'],
  ['python backend/manage.py showmigrations', 'allow'],
  ['./manage.py check --deploy', 'allow'],
  ['python manage.py makemigrations shop', 'allow'],
  ['python manage.py migrate --plan', 'allow'],
  ['python manage.py migrate', 'ask'],
  ["python manage.py shell -c 'import os'", 'ask'],
  ['python backend/manage.py flush', 'ask'],
  ['python ./backend/../manage.py dbshell', 'ask'],
  ['uv run manage.py test', 'allow'],
  ['uv run manage.py shell', 'ask'],
  ['poetry run python manage.py flush', 'ask'],
  // Laravel, Symfony, Rails
  ['php artisan test', 'allow'],
  ['./artisan route:list', 'allow'],
  ['php ./artisan tinker', 'ask'],
  ['php bin/console debug:router', 'allow'],
  ['bin/console lint:yaml config', 'allow'],
  ['php bin/console doctrine:database:drop --force', 'ask'],
  ['bin/console secrets:list --reveal', 'ask'],
  ['bin/rails test test/models', 'allow'],
  ['ruby bin/rails routes', 'allow'],
  ["ruby bin/rails runner 'x'", 'ask'],
  ['bin/rails db:drop', 'ask'],
  ['bin/rspec spec', 'allow'],
  ['rake db:drop', 'ask'],
  ['rake db:migrate:status', 'allow'],
  // What a package manager installed
  ['node node_modules/typescript/bin/tsc --noEmit', 'allow'],
  ['node node_modules/typescript/bin/tsc --outDir .git', 'ask'],
  ['node ./node_modules/vitest/vitest.mjs run', 'allow'],
  ['node node_modules/vitest/vitest.mjs --ui', 'ask'],
  ['node node_modules/tsx/dist/cli.mjs -e 1', 'ask'],
  ['node src/../node_modules/tsx/dist/cli.mjs -e 1', 'ask'],
  // Code of the project, whatever it is called
  ['node scripts/find.js -delete', 'allow'],
  ['python scripts/report.py --out=docs/x.md', 'allow'],
  ['bin/ls', 'ask'],
  ['bin/unknown', 'ask'],
  // Modules
  ['python3 -m shop', 'allow'],
  ['python3 -m shop.report --year 2024', 'allow'],
  ['python3 -m shop ../other/secret.txt', 'ask'],
  ['python3 -m shop.missing', 'ask'],
  ['python3 -m manage shell', 'ask'],
  ['python3 -m http.server', 'ask'],
  ['python3 -c 1 -m shop', 'ask'],
])('%s: %s', async (line, wanted) => {
  expect(await verdictOf(line)).toBe(wanted);
});

test('a module runs as it was written', async () => {
  const { execution } = await judgeIn(project, 'python3 -m shop --help', policy);
  expect(execution).toMatchObject({ kind: 'argv', args: ['-m', 'shop', '--help'] });
});

test.each([
  ['yarn greet', 'allow'],
  ['pnpm greet', 'allow'],
  ['composer greet', 'allow'],
  ['npm run install', 'allow'],
  ['yarn run publish', 'allow'],
  // Here the package manager does what it always does, and the script is not run.
  ['yarn install', 'ask'],
  ['yarn add evil', 'ask'],
  ['pnpm dlx evil', 'ask'],
  ['pnpm publish', 'ask'],
  ['pnpm -r add evil', 'ask'],
  ['composer install', 'ask'],
  ['composer -n require evil', 'ask'],
])('a script named like a sub-command: %s: %s', async (line, wanted) => {
  expect(await verdictOf(line)).toBe(wanted);
});

test.each([
  ['command -v docker', ['docker']],
  ['type npm', ['npm']],
])('%s is answered without a shell', async (line, args) => {
  const { verdict, execution } = await judgeIn(project, line, policy);
  expect([verdict.kind, execution]).toEqual(['allow', { kind: 'argv', file: '/usr/bin/which', args }]);
});

test.each([
  ['terraform fmt -check', 'allow'],
  ['terraform fmt -check=false', 'ask'],
  ['clang-format --dry-run=false src/app.c', 'ask'],
  ['go tool cover -func=cover.out', 'allow'],
])('a required switch counts only when it is on: %s: %s', async (line, wanted) => {
  expect(await verdictOf(line)).toBe(wanted);
});

test.each([
  ['gcc -o build/demo src/main.c', 'allow'],
  ['go build -o build/demo ./cmd/demo', 'allow'],
  ['gcc -o build/notes src/main.c', 'ask'],
  ['gcc -o node_modules/.bin/demo src/main.c', 'ask'],
])('what a compiler wrote it may write again, and nothing else: %s: %s', async (line, wanted) => {
  write('build/demo', '\x7fELF\x02');
  write('build/notes', 'text');
  write('node_modules/.bin/demo', '\x7fELF\x02');
  expect(await verdictOf(line)).toBe(wanted);
});

test.each([
  ['gcc -Wall -Wextra -O2 -std=c11 -Iinclude -DN=1 -g -o build/app src/main.c -lm', 'ask'],
  ['gcc -Wall -Wextra -O2 -std=c11 -Iinclude -DNDEBUG -g -o build/app src/main.c -lm', 'allow'],
  ['g++ -std=c++17 -fsanitize=address,undefined -fsyntax-only src/main.cpp', 'allow'],
  ['gcc -fplugin=./x.so src/main.c', 'ask'],
  ['gcc -wrapper sh,-c,id src/main.c', 'ask'],
  ['gcc -Wl,-o,Makefile src/main.c', 'ask'],
  ['gcc -I../other src/main.c', 'ask'],
  ['gcc -o package.json src/main.c', 'ask'],
  ['cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug', 'allow'],
  ['cmake -S . -B build -DCMAKE_C_COMPILER=./x', 'ask'],
  ['cmake --build build -j4', 'allow'],
  ['cmake --build build -- SHELL=./x', 'ask'],
  ['cmake -P x.cmake', 'ask'],
])('C: %s: %s', async (line, wanted) => {
  expect(await verdictOf(line)).toBe(wanted);
});
