import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonIn } from '../../src/core/texts/texts.ts';
import { atLevel } from '../support/level.ts';
import { type Line, linesOf } from './corpus.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

const SCRIPTS = ['test', 'build', 'lint', 'start', 'typecheck', 'test:unit', 'format:check'];

let project: Project;
beforeAll(() => {
  project = makeProject();
  const scripts = Object.fromEntries(SCRIPTS.map((name) => [name, 'true']));
  writeFileSync(path.join(project.root, 'package.json'), JSON.stringify({ name: 'fx', scripts }));
  const links = {
    linkenv: '.env',
    linkdir: '../other',
    linkout: '/etc',
    linkpasswd: '/etc/passwd',
    'src/linkpasswd': '/etc/passwd',
    'linkfile.txt': '../other/secret.txt',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(project.root, name));
});
afterAll(() => project.remove());

const policies = { posix: makePolicy(), windows: makePolicy({ platform: 'windows' }) };

/** Verdict and line of every line that is not judged as wanted. */
async function misjudged(lines: readonly Line[]): Promise<readonly string[]> {
  // All at once: most of the time is waiting for the file system.
  const wrong = await Promise.all(
    lines.map(async ({ text, wanted, platform }) => {
      const { verdict } = await judgeIn(project, text, policies[platform]);
      const right = wanted === 'never' ? verdict.kind !== 'allow' : verdict.kind === wanted;
      return right ? [] : [`${verdict.kind} ${verdict.rule}: ${text}`];
    }),
  );
  return wrong.flat();
}

describe('every line of a corpus is judged as it should be', () => {
  test.each([
    ['everyday.txt', 1_700],
    ['hostile.txt', 3_600],
    ['deny.txt', 350],
    ['operators.txt', 130],
    ['windows.txt', 240],
  ])('%s, more than %i lines', async (file, atLeast) => {
    const lines = linesOf(file);
    expect(lines.length).toBeGreaterThan(atLeast);
    // Of the long ones `npm test` takes lines from everywhere.
    const step = lines.length > 1000 ? atLevel({ quick: 4, full: 1, soak: 1 }) : 1;
    expect(await misjudged(lines.filter((_, index) => index % step === 0))).toEqual([]);
  });
});

const READERS = [
  ...['cat %', 'cat -n %', 'head -n 3 %', 'tail -5 %', 'tac %', 'nl %', 'sed -n 1,5p %', 'sed -n -e 1p %'],
  ...['wc -l %', 'sort %', 'sort -k1 %', 'uniq %', 'cut -c1-9 %', 'paste README.md %', 'comm % README.md'],
  ...[
    'grep -n x %',
    'grep -rn -e x %',
    'rg x %',
    'rg -e x src %',
    'rg --files %',
    'find % -type f',
    'ls -la %',
  ],
  ...['tree -L 1 %', 'du -sh %', 'stat %', 'file %', 'od -c %', 'xxd %', 'sha256sum %', 'diff src/app.ts %'],
  ...[
    'cmp % src/app.ts',
    'jq . %',
    'fold %',
    'column -t %',
    'join % README.md',
    'git diff -- %',
    'git log -p -- %',
  ],
  ...[
    'git blame %',
    'git grep x -- %',
    'git ls-files %',
    'npm test -- %',
    'pytest %',
    'mypy %',
    'ruff check %',
  ],
  ...['eslint %', 'prettier --check %', 'vitest run %', 'jest %', 'node --test %', 'tsc -p %', 'make -C %'],
  ...[
    'go test %',
    'gofmt -l %',
    'cargo test --manifest-path %',
    'python -m unittest discover -s %',
    'cat -- %',
  ],
];
const CLOSED = [
  ...['.env', './.env', 'src/../.env', '.env.local', '.ENV', 'config/.env.production', 'prod.env', 'id_rsa'],
  ...[
    'certs/server.key',
    'a/b/x.pem',
    'store.jks',
    'x.p12',
    '.npmrc',
    '.netrc',
    '.git-credentials',
    '.ssh/config',
  ],
  ...[
    '.aws/credentials',
    '.kube/config',
    '.docker/config.json',
    '.gnupg/x',
    'credentials.json',
    'wa-auth/x.json',
  ],
  ...['infra/x.tfstate', '.bash_history', '.config/gh/hosts.yml', 'linkenv', 'linkdir', 'linkdir/secret.txt'],
  ...[
    'linkout/hosts',
    'linkfile.txt',
    'linkpasswd',
    '..',
    '../other',
    '../other/secret.txt',
    '/',
    '/root/.bashrc',
  ],
  ...[
    '/proc/self/environ',
    '/dev/sda',
    '/tmp',
    'src/../../other/secret.txt',
    'linkdir/../other/secret.txt',
    '~/x',
  ],
  ...[
    '$HOME/.ssh',
    '.git/config',
    '.git/hooks/pre-commit',
    '@args',
    '.e*',
    "'.e*'",
    "'.[e]nv'",
    '/etc/hosts',
  ],
];

test('no reader, test runner or linter is let near a closed file or out of the workspace', {
  tags: 'full',
}, async () => {
  const lines = READERS.flatMap((reader) =>
    CLOSED.map((place): Line => {
      return { text: reader.replace('%', place), wanted: 'never', platform: 'posix' };
    }),
  );
  // `@args` is a revision to git, and a plain name to what knows no argument files but takes it for a path.
  const wrong = await misjudged(lines.filter(({ text }) => !/^git .*@args/.test(text)));
  expect(wrong).toEqual([]);
});

test('every reason to ask or deny has its sentence in Spanish', { tags: 'full' }, async () => {
  const withoutSandbox = makePolicy({ projectScripts: async () => 'ask' });
  const rules = new Set<string>();
  for (const file of ['everyday.txt', 'hostile.txt', 'operators.txt', 'deny.txt']) {
    for (const { text, platform } of linesOf(file)) {
      const { verdict } = await judgeIn(
        project,
        text,
        platform === 'posix' ? withoutSandbox : policies.windows,
      );
      if (verdict.kind !== 'allow') rules.add(verdict.rule);
    }
  }
  expect(rules.size).toBeGreaterThan(12);
  expect([...rules].filter((rule) => reasonIn('es', rule) === undefined)).toEqual([]);
});
