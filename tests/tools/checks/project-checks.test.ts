import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandPolicy, environmentOf } from '../../../src/app/host-context.ts';
import type { AppliedEdit, ProjectChecks } from '../../../src/contracts/code.ts';
import type { Sandbox } from '../../../src/contracts/exec.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { sha256 } from '../../../src/core/json.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createWorkspaceFiles } from '../../../src/files/workspace-files.ts';
import { createPathGuard } from '../../../src/policy/path-guard.ts';
import { hostProcesses } from '../../../src/processes/process-table.ts';
import { createSupervisor } from '../../../src/processes/supervisor.ts';
import { noSandbox } from '../../../src/sandbox/sandbox.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { createProjectChecks } from '../../../src/tools/checks/project-checks.ts';
import { unifiedDiff } from '../../../src/tools/edit/unified-diff.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { testSandbox } from '../../support/working-sandbox.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../../..');
let home: string;
let root: string;

beforeEach(() => {
  home = mkdtempSync(path.join(realpathSync(tmpdir()), 'checks-'));
  root = path.join(home, 'project');
  mkdirSync(root);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  chmodSync(path.join(root, file), mode);
}

/** A linter that dislikes the word `bad`; before it, `first` runs. */
function installEslint(first = '', folder = '.'): void {
  write(`${folder}/eslint.config.mjs`, 'export default [];\n');
  write(`${folder}/package.json`, '{}');
  write(
    `${folder}/node_modules/.bin/eslint`,
    `#!/usr/bin/env node
const fs = require('node:fs');
const file = process.argv.at(-1);
${first}
const messages = fs.readFileSync(file, 'utf8').split('\\n').flatMap((text, index) =>
  text.includes('bad') ? [{ line: index + 1, message: 'Say good.', ruleId: 'no-bad' }] : []);
console.log(JSON.stringify([{ filePath: file, messages }]));
`,
    0o755,
  );
}

interface Place {
  readonly sandbox?: Sandbox;
  readonly policy?: string;
  readonly upMs?: () => number;
}

/** The checks of a session, with the policy and the supervisor of the program. */
async function checksIn({
  sandbox = noSandbox,
  policy = 'auto',
  upMs = systemClock.upMs,
}: Place = {}): Promise<ProjectChecks> {
  const config = path.join(home, 'config');
  mkdirSync(config, { recursive: true });
  writeFileSync(path.join(config, 'agent.yaml'), `policy:\n  sandbox: ${policy}\n`);
  const env = { HOME: home, PATH: process.env.PATH, CONFIG_DIR: config, DATA_DIR: path.join(home, 'data') };
  const settings = await readSettings({
    packageRoot: PACKAGE,
    env,
    cwd: root,
    overrides: { PROJECT_ROOT: root },
  });
  const environment = environmentOf(settings);
  const host = { settings, environment, packageRoot: PACKAGE, linked: () => [] };
  const guard = createPathGuard({ root, linked: () => [] });
  const redactor = { redact: (text: string) => text.replaceAll('hunter2', '[secret]') };
  return createProjectChecks({
    root,
    files: createWorkspaceFiles({ guard, searchProgram: undefined }),
    policy: await commandPolicy(host, 'posix', sandbox),
    supervisor: createSupervisor({
      folder: path.join(home, 'processes'),
      environment,
      redactor,
      processes: hostProcesses(),
      sandbox,
      clock: systemClock,
      log: silentLog,
    }),
    redactor,
    clock: { upMs },
    log: silentLog,
  });
}

/** Writes the file and says what the edit was. */
function edit(file: string, before: string | undefined, text: string): AppliedEdit {
  write(file, text);
  return {
    path: file,
    before: before === undefined ? undefined : sha256(before),
    after: sha256(text),
    text,
    diff: unifiedDiff(file, before, text).diff,
  };
}

const never = new AbortController().signal;
const SAID =
  "What the project's own checks say about a.ts since this edit:\neslint, line 2: Say good. (no-bad)";

test('a linter of the project is heard, and what was there before the edit is not said', async () => {
  installEslint();
  const checks = await checksIn({ policy: 'off-accepted' });
  const before = 'bad old\nb\n';
  const made = edit('a.ts', before, 'bad old\nbad new\n');
  expect(await checks.afterEdit(made, never)).toBe(SAID);
});

const IN_PACKAGE = SAID.replace('a.ts', 'apps/web/a.ts');

test('a package of the project has its own linter, which runs in its folder', { tags: 'full' }, async () => {
  installEslint("throw new Error('of the project');");
  installEslint("if (!fs.existsSync('eslint.config.mjs')) throw new Error('elsewhere');", 'apps/web');
  const checks = await checksIn({ policy: 'off-accepted' });
  expect(await checks.afterEdit(edit('apps/web/a.ts', 'a\nb\n', 'a\nbad\n'), never)).toBe(IN_PACKAGE);
});

test('a package with a configuration alone uses the linter of the project', { tags: 'full' }, async () => {
  installEslint();
  write('apps/web/eslint.config.mjs', '');
  const checks = await checksIn({ policy: 'off-accepted' });
  expect(await checks.afterEdit(edit('apps/web/a.ts', 'a\nb\n', 'a\nbad\n'), never)).toBe(IN_PACKAGE);
});

test('a linter of the nearest package runs with the configuration of the project', {
  tags: 'full',
}, async () => {
  installEslint('', 'apps/web');
  rmSync(path.join(root, 'apps/web/eslint.config.mjs'));
  write('eslint.config.mjs', '');
  const checks = await checksIn({ policy: 'off-accepted' });
  expect(await checks.afterEdit(edit('apps/web/a.ts', 'a\nb\n', 'a\nbad\n'), never)).toBe(IN_PACKAGE);
});

test('what is configured and installed in another package, or around the project, does not run', async () => {
  installEslint('', 'apps/web');
  installEslint('', '..');
  const checks = await checksIn({ policy: 'off-accepted' });
  expect(await checks.afterEdit(edit('apps/api/a.ts', 'a\nb\n', 'a\nbad\n'), never)).toBe('');
});

test('an edit that makes an unchanged line wrong is told of it once the tool has seen the file', {
  tags: 'full',
}, async () => {
  installEslint(
    "if (fs.readFileSync(file, 'utf8').includes('import')) { console.log('[]'); process.exit(0); }",
  );
  const checks = await checksIn({ policy: 'off-accepted' });
  const texts = ['import\n\nbad\n', 'import x\n\nbad\n', '\n\nbad\n'];
  const first = await checks.afterEdit(edit('a.ts', texts[0], texts[1] ?? ''), never);
  const second = await checks.afterEdit(edit('a.ts', texts[1], texts[2] ?? ''), never);
  expect([first, second]).toEqual(['', SAID.replace('line 2', 'line 3')]);
});

test('where project code needs a yes it does not run, and that is said once', async () => {
  installEslint("fs.writeFileSync('ran', '');");
  const checks = await checksIn();
  const said = [
    await checks.afterEdit(edit('a.ts', 'a\n', 'bad\n'), never),
    await checks.afterEdit(edit('a.ts', 'bad\n', 'bad bad\n'), never),
  ];
  expect([said, existsSync(path.join(root, 'ran'))]).toEqual([
    ['Not checked by eslint after edits: here that needs a yes, so run it yourself where it matters.', ''],
    false,
  ]);
});

test.each([
  ['is configured and not installed', () => write('eslint.config.mjs', '')],
  [
    'is installed and not configured',
    () => {
      installEslint();
      rmSync(path.join(root, 'eslint.config.mjs'));
    },
  ],
  ['fails', () => installEslint("console.error('broken'); process.exit(2);")],
  [
    'is no program',
    () => {
      installEslint();
      write('node_modules/.bin/eslint', '\0', 0o755);
    },
  ],
])('a tool that %s says nothing', async (_what, prepare) => {
  prepare();
  const checks = await checksIn({ policy: 'off-accepted' });
  expect(await checks.afterEdit(edit('a.ts', 'a\n', 'bad\n'), never)).toBe('');
});

test('a slow tool is left out for a while, and that is said once', { tags: 'full' }, async () => {
  installEslint("fs.appendFileSync('runs', '.');");
  let nowMs = 0;
  // Each look at the clock during a run takes the time of half a slow one.
  let stepMs = 5_000;
  const checks = await checksIn({
    policy: 'off-accepted',
    upMs: () => {
      nowMs += stepMs;
      return nowMs;
    },
  });
  const first = await checks.afterEdit(edit('a.ts', 'a\n', 'bad\n'), never);
  stepMs = 0;
  const second = await checks.afterEdit(edit('a.ts', 'bad\n', 'bad 2\n'), never);
  nowMs += 10 * 60_000;
  const third = await checks.afterEdit(edit('a.ts', 'bad 2\n', 'bad 3\n'), never);
  expect([first, second, third, readFileSync(path.join(root, 'runs'), 'utf8')]).toEqual([
    `${SAID.replace('line 2', 'line 1')}\neslint took 5 s, so it no longer runs after each edit. Run it yourself before you finish.`,
    '',
    SAID.replace('line 2', 'line 1'),
    '..',
  ]);
});

test('the same text is not formatted a second time, unless the configuration changed', {
  tags: 'full',
}, async () => {
  write('.prettierrc', '{}');
  write('node_modules/.bin/prettier', '#!/bin/sh\nprintf . >> runs\ncat "$2"\n', 0o755);
  const checks = await checksIn({ policy: 'off-accepted' });
  const runs = () => readFileSync(path.join(root, 'runs'), 'utf8').length;
  const counted: number[] = [];
  for (const config of ['{}', '{}', '{"semi":false}']) {
    if (config !== '{}') write('.prettierrc', config);
    await checks.afterEdit(edit('a.ts', 'b\n', 'a\n'), never);
    counted.push(runs());
  }
  expect(counted).toEqual([1, 1, 2]);
});

test('a secret in a file that is formatted does not count as unformatted', async () => {
  write('.prettierrc', '{}');
  write('node_modules/.bin/prettier', '#!/bin/sh\nsed s/worse/better/ "$2"\n', 0o755);
  const checks = await checksIn({ policy: 'off-accepted' });
  const said = await checks.afterEdit(edit('a.ts', undefined, "'hunter2'\nworse\n"), never);
  expect(said).toContain('prettier: not formatted, line 2.');
});

test('a tool that prints more than is read says nothing', { tags: 'full' }, async () => {
  write('.prettierrc', '{}');
  write('node_modules/.bin/prettier', '#!/bin/sh\ncat "$2"\n', 0o755);
  const checks = await checksIn({ policy: 'off-accepted' });
  const lines = 'a line of thirty-two characters\n'.repeat(15_000);
  expect(await checks.afterEdit(edit('a.ts', undefined, lines), never)).toBe('');
});

test('stopping ends the tool', async () => {
  installEslint('setTimeout(() => {}, 60_000); return;');
  const stop = new AbortController();
  const checks = await checksIn({ policy: 'off-accepted' });
  const said = checks.afterEdit(edit('a.ts', 'a\n', 'bad\n'), stop.signal);
  setTimeout(() => stop.abort('cancel'), 300);
  expect(await said).toBe('');
});

eachInFull([
  ['in the project', '.'],
  ['in a package of it', 'apps/web'],
])(
  'in the sandbox it runs %s unasked, without network, and can write nothing in the project',
  {
    tags: ['sandbox'],
  },
  async (_where, folder) => {
    installEslint(
      `
const root = ${JSON.stringify(path.join(home, 'project'))};
const tried = ['a.ts', 'new.txt', 'package.json', root + '/top.txt', root + '/.git/hooks/pre-commit'].map((name) => {
  try { fs.writeFileSync(name, 'taken'); return name; } catch { return ''; }
}).join('');
const open = Object.keys(require('node:os').networkInterfaces()).filter((name) => name !== 'lo');
if (tried + open !== '') { console.log(JSON.stringify([{ messages: [{ line: 2, message: 'It could: ' + tried + open }] }])); process.exit(1); }
fs.readFileSync(root + '/readable.txt');
`,
      folder,
    );
    write('readable.txt', '');
    mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
    const sandbox = testSandbox({ home, watchFolder: path.join(home, 'watch') });
    const checks = await checksIn({ sandbox });
    const file = path.join(folder, 'a.ts');
    const said = await checks.afterEdit(edit(file, 'a\nb\n', 'a\nbad\n'), never);
    expect([
      said,
      readFileSync(path.join(root, file), 'utf8'),
      existsSync(path.join(root, folder, 'new.txt')),
    ]).toEqual([SAID.replace('a.ts', file), 'a\nbad\n', false]);
  },
);

test('real tools are understood: biome and tsc', { tags: 'full' }, async () => {
  write('biome.json', '{}');
  write('tsconfig.json', '{"compilerOptions":{"strict":true,"types":[]}}');
  mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true });
  for (const tool of ['biome', 'tsc']) {
    symlinkSync(path.join(PACKAGE, 'node_modules/.bin', tool), path.join(root, 'node_modules/.bin', tool));
  }
  const checks = await checksIn({ policy: 'off-accepted' });
  const before = 'export const old: any = 1;\nexport  const a = 1;\n';
  const made = edit('a.ts', before, `${before}export const b:string = a;\n`);
  expect((await checks.afterEdit(made, never)).split('\n')).toEqual([
    "What the project's own checks say about a.ts since this edit:",
    'biome: not formatted, line 3. To format it, run npx biome format --write a.ts',
    "tsc, line 3: TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});
