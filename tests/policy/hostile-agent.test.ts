import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { linesOf } from './corpus.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

/** A hostile repository gives its scripts the names of what the package manager does itself. */
const SHADOWING = [
  'add',
  'config',
  'create',
  'dlx',
  'env',
  'exec',
  'install',
  'link',
  'login',
  'node',
  'publish',
];

let project: Project;
beforeAll(() => {
  project = makeProject();
  for (const folder of ['api', 'dist', 'vendor/bin', 'node_modules/.bin', '.venv/bin', 'bin', 'mypkg']) {
    mkdirSync(path.join(project.root, folder), { recursive: true });
  }
  const programs = [
    'node_modules/.bin/vitest',
    'vendor/bin/phpunit',
    '.venv/bin/pytest',
    'vendor/bin/evil',
    'evil.sh',
    ...['bin/rails', 'bin/console', 'bin/evil', 'bin/ls', 'artisan', 'manage.py', 'mypkg/__main__.py'],
  ];
  for (const name of programs) writeFileSync(path.join(project.root, name), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(path.join(project.root, 'api/package.json'), '{"scripts":{"test":"true"}}');
  writeFileSync(
    path.join(project.root, 'composer.json'),
    '{"scripts":{"test":"phpunit","install":"x","exec":"x"}}',
  );
  const scripts = ['test', 'build', ...SHADOWING].map((name) => [name, 'true']);
  writeFileSync(
    path.join(project.root, 'package.json'),
    JSON.stringify({ scripts: Object.fromEntries(scripts) }),
  );
  writeFileSync(path.join(project.root, '.env.local'), 'TOKEN=canary\n');
  symlinkSync('.env', path.join(project.root, 'linked-settings'));
});
afterAll(() => project.remove());

eachInFull(['ask', 'each-part'] as const)('no attack is allowed under %s', async (compound) => {
  const lines = linesOf('hostile-agent.txt').map(({ text }) => text);
  expect(lines.length).toBeGreaterThan(1000);
  const policy = makePolicy({ compound });
  const allowed: string[] = [];
  for (const line of lines) {
    const { verdict } = await judgeIn(project, line, policy);
    if (verdict.kind === 'allow') allowed.push(line);
  }
  expect(allowed).toEqual([]);
});
