/**
 * What the documentation tells people to type, typed: block by block, in a shell, with the built program as `wasap`, in
 * a project and a home of its own.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { says } from '../support/messages-server/replies.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { DOCUMENTS, ROOT, read, shellBlocksIn } from './markdown.ts';

const run = promisify(execFile);

/** Lines that no test can type as they stand, and what tries them instead. */
const NOT_TYPED: readonly (readonly [line: RegExp, why: string])[] = [
  [
    /^npm (ci|pack|install|uninstall)\b/,
    'changes what is installed; `npm run demo` is tests/docs/recording.test.ts',
  ],
  [/^docker compose\b/, 'there is no Docker in tests; tests/build looks at the files'],
  [/^sudo\b/, 'changes the machine'],
  [/^wasap demo$/, 'tests/docs/recording.test.ts'],
  [/^wasap setup$/, 'asks in a terminal; tests/cli/setup'],
  [/^wasap uninstall$/, 'asks in a terminal; tests/cli/uninstall.test.ts'],
  [/^wasap web link$/, 'a program has to run; tests/e2e/web-console.test.ts types it'],
  [/^wasap pair$/, 'a phone has to scan; tests/whatsapp'],
  [/^wasap lock setup\b/, 'it asks in a terminal; tests/features/lock/set-up.test.ts'],
  [/^wasap secretary route\b/, 'the model has to answer in JSON; tests/features/secretary/cli'],
  [/^wasap eval (js|--model|--replay)/, 'costs money, or takes minutes; tests/evaluation'],
  [/^wasap backup ~/, 'asks for a passphrase; tests/features/backup'],
  [/^wasap restore\b/, 'only into an empty folder; tests/features/backup'],
  [/^wasap config set CLUSTER_SECRET$/, 'asks for the secret; tests/cli/config.test.ts'],
  [/^wasap config set DATABASE_URL$/, 'asks for the address; tests/cli/config.test.ts'],
  [/^wasap (front|cell)\b/, 'a PostgreSQL has to be there, and a phone; tests/e2e/cluster-task.test.ts'],
  [/^sqlite3\b/, 'another program, which need not be here; tests/features/tracing reads the table'],
  [/^curl\b/, 'another program, and a token of another day; tests/features/web-console/read-api.test.ts'],
  [/\| grep\b/, 'finds something only where something went wrong'],
];

/** What people are to fill in. */
const FILLED_IN: readonly (readonly [placeholder: RegExp, by: (scene: Scene) => string])[] = [
  [/\/path\/to\/project/g, ({ workspace }) => workspace],
  [/\/path\/to\/folder/g, ({ folder }) => path.join(folder, 'projects')],
  [/\+34\.\.\./g, () => '+34600111222'],
  [/\bFILE\b/g, ({ folder }) => path.join(folder, 'file.backup')],
  [/\/backup\//g, ({ folder }) => `${folder}/`],
  [
    /\/run\/secrets\/backup|\/etc\/wasap\/backup-passphrase/g,
    ({ folder }) => path.join(folder, 'passphrase'),
  ],
  [/\| jq -r \.event/g, () => '| grep -q ended'],
];

/** Exit codes that are no success, and meant: this model only says that it is done, and the records show no commit. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  'wasap policy check "git push"': 2,
  'wasap run "the login test fails: fix it and commit"': 1,
};

const WITH_COMMANDS = DOCUMENTS.filter((document) => shellBlocksIn(read(document)).length > 0);
/** The first page stands for all. */
const SORTED = ['README.md', ...WITH_COMMANDS.filter((document) => document !== 'README.md')];

let scene: Scene;
let env: NodeJS.ProcessEnv;
let session: string;
beforeAll(async () => {
  scene = await makeScene({ script: () => says('There is nothing left to do.'), allowsChange: () => true });
  const bin = path.join(scene.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'wasap'),
    `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/wasap.cjs" "$@"\n`,
  );
  chmodSync(path.join(bin, 'wasap'), 0o755);
  for (const folder of ['projects', '.local/share/wasap', '.config/wasap'])
    mkdirSync(path.join(scene.folder, folder), { recursive: true });
  writeFileSync(path.join(scene.folder, 'passphrase'), 'a passphrase of many letters\n');
  cpSync(path.join(ROOT, 'data/workspace'), path.join(scene.workspace, 'data/workspace'), {
    recursive: true,
  });
  env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: scene.folder,
    TMPDIR: realpathSync(scene.folder),
    DATA_DIR: scene.dataDir,
    CONFIG_DIR: scene.configDir,
    ANTHROPIC_BASE_URL: scene.server.url,
    ANTHROPIC_API_KEY: 'test-key',
    AGENT_MODEL: 'scripted-model',
    AGENT_WRITE_ENABLED: 'true',
    LOCALE: 'en',
  };
  const first = await typed(['wasap run --json "look around"']);
  session = /"session":"([^"]+)"/.exec(first.stdout)?.[1] ?? '';
});
afterAll(() => scene.close());

eachInFull(SORTED)('what %s tells people to type works', async (document) => {
  expect(await endsOf(document)).toEqual([]);
});

test('what is not typed is in the documentation', () => {
  const lines = WITH_COMMANDS.flatMap((document) => shellBlocksIn(read(document)).flat().flatMap(commandsIn));
  expect(NOT_TYPED.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).toEqual([]);
});

test('docs/reference/files.md names what lies in DATA_DIR', () => {
  const table = read('docs/reference/files.md');
  const unnamed = readdirSync(scene.dataDir).filter((name) => !table.includes(`\`${name}`));
  expect(unnamed).toEqual([]);
});

/** Commands that did not end as they should, with what they said. */
async function endsOf(document: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const block of shellBlocksIn(read(document))) {
    const lines = block
      .flatMap(commandsIn)
      .filter((line) => !NOT_TYPED.some(([pattern]) => pattern.test(line)));
    const { stdout, stderr } = await typed(lines);
    const codes = [...stdout.matchAll(/^exit code (\d+)$/gm)].map(([, code]) => Number(code));
    for (const [index, line] of lines.entries())
      if (codes[index] !== (EXIT_CODES[line] ?? 0))
        wrong.push(`${line} → ${codes[index]}\n${stdout}${stderr}`);
  }
  return wrong;
}

/** `npm ci && npm test` is two of them. */
function commandsIn(line: string): readonly string[] {
  return /^npm ci &&/.test(line) ? ['npm ci'] : [line];
}

/** The lines of one block, in one shell. */
async function typed(
  lines: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const script = lines.map((line) => `${filledIn(line)}\necho "exit code $?"`).join('\n');
  return await run('/bin/bash', ['-c', `exec </dev/null\n${script}`], { cwd: scene.workspace, env });
}

function filledIn(line: string): string {
  return FILLED_IN.reduce(
    (text, [placeholder, by]) => text.replace(placeholder, by(scene)),
    line.replace(/\b2026\d{4}-[0-9a-f]{8}\b/, () => session),
  );
}
