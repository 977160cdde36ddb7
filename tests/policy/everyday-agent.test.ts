import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { linesOf } from './corpus.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

const SCRIPTS = ['test', 'build', 'lint', 'typecheck', 'start', 'check-types'];
const NODE_TOOLS = [
  'vitest',
  'tsc',
  'eslint',
  'prettier',
  'jest',
  'tsx',
  'knip',
  'biome',
  'mocha',
  'vite',
  'next',
  'vue-tsc',
  'turbo',
  'prisma',
];
const PHP_TOOLS = ['phpunit', 'phpstan', 'pint', 'php-cs-fixer', 'pest'];

let project: Project;
beforeAll(() => {
  project = makeProject();
  const scripts = Object.fromEntries(SCRIPTS.map((name) => [name, 'true']));
  write('package.json', JSON.stringify({ scripts }));
  write('api/package.json', JSON.stringify({ scripts }));
  for (const folder of ['apps/dashboard', 'backend', 'server', 'build']) write(`${folder}/x.md`, '');
  write('composer.json', JSON.stringify({ scripts: { test: 'phpunit', lint: 'phpcs' } }));
  write('src/other.ts', 'x\n');
  write('mypkg/__main__.py', '');
  const programs = [
    ...NODE_TOOLS.map((name) => `node_modules/.bin/${name}`),
    ...PHP_TOOLS.map((name) => `vendor/bin/${name}`),
    ...['.venv/bin/pytest', '.venv/bin/python', 'gradlew', 'mvnw', 'bin/rails', 'bin/rspec'],
  ];
  for (const program of programs) write(program, '#!/bin/sh\n', 0o755);
});
afterAll(() => project.remove());

function write(name: string, text: string, mode = 0o644): void {
  const file = path.join(project.root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** The lines that are not allowed. */
async function askedAbout(
  lines: readonly string[],
  compound: 'ask' | 'each-part',
): Promise<readonly string[]> {
  const policy = makePolicy({ compound });
  const asked: string[] = [];
  for (const line of lines) {
    const { verdict } = await judgeIn(project, line, policy);
    if (verdict.kind !== 'allow') asked.push(`${verdict.kind} ${verdict.rule}: ${line}`);
  }
  return asked;
}

eachInFull([
  ['each-part', 0.9, ['everyday-agent.txt', 'everyday-pipes.txt']],
  ['ask', 0.8, ['everyday-agent.txt']],
] as const)(
  'of everyday lines of an agent under %s at least %d run unasked, and none is refused',
  async (compound, share, files) => {
    const lines = files.flatMap(linesOf).map(({ text }) => text);
    expect(lines.length).toBeGreaterThan(400);
    const asked = await askedAbout(lines, compound);
    expect(asked.filter((line) => line.startsWith('deny'))).toEqual([]);
    expect(1 - asked.length / lines.length).toBeGreaterThanOrEqual(share);
  },
);
