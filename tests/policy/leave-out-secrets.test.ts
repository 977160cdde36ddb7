import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExecutables } from '../../src/policy/executables.ts';
import { isSecretPath } from '../../src/policy/file-classes.ts';
import { SECRET_FILE_GLOBS } from '../../src/policy/judge-argv.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

const SECRETS = [
  ...['.env', '.env.local', '.env.production', '.env.staging', '.env.test', '.env.dev', 'api/.env', '.envrc'],
  ...['prod.env', '.npmrc', '.netrc', '.git-credentials', 'certs/server.key', 'certs/a.pem', 'id_ed25519'],
  ...[
    'infra/terraform.tfstate',
    'credentials.json',
    'gcp-credentials.json',
    'config/secrets.yml',
    '.ssh/config',
  ],
  ...['.aws/credentials', '.docker/config.json', 'wa-auth/creds.json', '.git/description', '.bash_history'],
];
const ORDINARY = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  'src/env.ts',
  'data.json',
  '.github/x.yml',
];
const CANARY = 'canary-7f3a';

let project: Project;
beforeAll(() => {
  project = makeProject();
  for (const name of [...SECRETS, ...ORDINARY]) {
    const file = path.join(project.root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${CANARY}\n`);
  }
});
afterAll(() => project.remove());

const PATH = process.env.PATH ?? '';
const policy = makePolicy({
  compound: 'each-part',
  executables: createExecutables({ searchPath: PATH, platform: 'posix' }),
});

/** The files in which the command finds the canary when it is run as it was allowed. */
async function filesFound(line: string): Promise<readonly string[]> {
  const { verdict, execution } = await judgeIn(project, line, policy);
  if (verdict.kind !== 'allow' || execution === undefined) throw new Error(`${verdict.kind}: ${line}`);
  const [file, args] =
    execution.kind === 'argv' ? [execution.file, execution.args] : ['bash', ['-c', execution.line]];
  const text = execFileSync(file, args, {
    cwd: project.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return text
    .split('\n')
    .filter((found) => found !== '')
    .map((found) => found.replace(/^\.\//, ''))
    .toSorted();
}

test.each([
  `grep -rl ${CANARY} .`,
  `grep -rl ${CANARY}`,
  `grep -l --recursive ${CANARY} -- .`,
  `grep -rle ${CANARY} .`,
  `grep -rl --exclude-dir=node_modules ${CANARY} .`,
  `grep -rl --include=* ${CANARY} .`,
  `egrep -rl ${CANARY} . | sort`,
])('a search of all folders leaves out files with secrets: %s', async (line) => {
  expect(await filesFound(line)).toEqual(ORDINARY.toSorted());
});

test
  .runIf(findProgram('rg', PATH) !== undefined)
  .each([
    `rg -uuul ${CANARY}`,
    `rg -uul ${CANARY} .`,
    `rg --hidden --no-ignore -l ${CANARY}`,
    `rg -uuul -g '*' -e ${CANARY}`,
    `rg -uuul --iglob '*' ${CANARY} -- .`,
  ])('and so does ripgrep with all it usually hides: %s', async (line) => {
  expect(await filesFound(line)).toEqual(ORDINARY.toSorted());
});

test('what was named and allowed is searched', async () => {
  expect(await filesFound(`grep -rl ${CANARY} .env.example src`)).toEqual(['.env.example', 'src/env.ts']);
});

test('each pattern stands for names of the secret list alone', () => {
  const samples = SECRET_FILE_GLOBS.map((name) => name.replaceAll(/\[![a-z]+\]/g, 'z').replaceAll('*', 'zq'));
  expect(samples.filter((name) => !isSecretPath(name))).toEqual([]);
});
