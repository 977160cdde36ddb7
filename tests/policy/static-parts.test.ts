import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBash, judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

let project: Project;
beforeAll(() => {
  project = makeProject();
  mkdirSync(path.join(project.root, 'api/src'), { recursive: true });
  writeFileSync(path.join(project.root, 'api/package.json'), '{"scripts":{"only-here":"true"}}');
  writeFileSync(path.join(project.root, 'api/-n'), 'x\n');
  writeFileSync(path.join(project.root, 'src/other.ts'), 'two\n');
  symlinkSync('.env', path.join(project.root, 'docs/linked.md'));
});
afterAll(() => project.remove());

const each = makePolicy({ compound: 'each-part' });

describe('a line of one command with harmless redirects, variables or patterns is judged as that command', () => {
  test.each([
    ['ls 2>&1', 'allow'],
    ['npm test 2>&1', 'allow'],
    ['npm test >/dev/null 2>&1', 'allow'],
    ['npm test &>/dev/null', 'allow'],
    ['cat src/app.ts 2>>/dev/null </dev/null', 'allow'],
    ['git status 1>&2', 'allow'],
    ['cat .env 2>/dev/null', 'ask path-secret'],
    ['npm install 2>&1', 'ask unknown-subcommand'],
    ['rm -rf src 2>/dev/null', 'deny denied-command'],
    ['ls > out.txt 2>&1', 'ask redirect'],
    ['ls 2>&1 >/dev/null > out.txt', 'ask redirect'],
    ['ls >&out.txt', 'ask redirect'],
    ['ls >/dev/null/../out', 'deny device-write'],
    ['ls > "$HOME/x"', 'ask redirect'],
    ['ls {fd}>/dev/null', 'ask redirect'],
    ['CI=1 npm test', 'allow'],
    ["NODE_ENV='test' npm test 2>&1", 'allow'],
    ['TZ=Europe/Madrid date', 'allow'],
    ['NODE_OPTIONS=--inspect npm test', 'ask assignment'],
    ['CI=$(id) npm test', 'ask assignment'],
    ['CI=1', 'ask assignment'],
    ['EVIL=1 npm test', 'ask assignment'],
    ['toString=1 npm test', 'ask assignment'],
    ['NODE_OPTIONS=--max-old-space-size=4096 npm test', 'allow'],
    ['GOFLAGS=-mod=vendor go test ./...', 'allow'],
    ['RUSTFLAGS="-D warnings" cargo check', 'allow'],
    ['RUSTFLAGS="-D warnings -C linker=x" cargo check', 'ask assignment'],
    ['MAVEN_OPTS=-Xmx1g mvn test', 'allow'],
    ['MAVEN_OPTS="-Xmx1g -javaagent:x" mvn test', 'ask assignment'],
    ['DEBUG=app:* npm test', 'allow'],
    ['PYTHONPATH=src:tests pytest', 'allow'],
    ['PYTHONPATH=src:way-out pytest', 'ask path-outside'],
    ['PYTHONPATH=/tmp pytest', 'ask path-outside'],
    ['DJANGO_SETTINGS_MODULE=tests.test_app pytest', 'allow'],
    ['DJANGO_SETTINGS_MODULE=evil.settings pytest', 'ask assignment'],
    // What runs no code of the project needs no sandbox either.
    ['PYTHONPATH=src ls', 'ask assignment'],
    ['wc -l < src/app.ts', 'ask redirect'],
    ['cat <(ls)', 'ask expansion'],
    ['cat src/*.ts', 'allow'],
    ['wc -l src/*.ts docs/r?.md', 'allow'],
    ['ls src/**/', 'allow'],
    ['grep -rn one --include=*.ts src', 'allow'],
    // What a pattern stands for is judged name by name.
    ['cat docs/*', 'ask path-secret'],
    ['cat .e*', 'ask path-secret'],
    ['cat ../other/*', 'ask path-outside'],
    ['cat way-out/*', 'ask path-outside'],
    ['wc api/*', 'allow'],
    ['cat /etc/pass*', 'ask path-outside'],
    ['cat a*b*c*d*e*f', 'ask expansion'],
    ['cat src/{app,other}.ts', 'allow'],
    ['wc -l {src,docs}/*.{ts,md}', 'ask path-secret'],
    ['wc -l src/*.{ts,x}', 'allow'],
    ['grep -rn one --include=*.{ts,tsx} src', 'allow'],
    ['cat .{env,x}', 'ask path-secret'],
    ['cat src/{app.ts,../../other/secret.txt}', 'ask path-outside'],
    ['cat {src/app.ts,docs/linked.md}', 'ask path-secret'],
    ['find src {-name,x} -delete', 'ask unknown-flag'],
    ['echo {a,b}', 'ask expansion'],
    ['cat src/{a..c}.ts', 'ask expansion'],
    ['cat src/{a,{b,c}}.ts', 'ask expansion'],
    ["cat src/{app,'.env'}", 'ask expansion'],
    ['{cat,src/app.ts}', 'ask expansion'],
    [`cat ${'{a,b}'.repeat(12)}`, 'ask path-secret'],
    ['echo $?', 'allow'],
    ['echo "exit: $?"', 'allow'],
    ['echo "$? $HOME"', 'ask expansion'],
    ['cat $?', 'ask expansion'],
    ['echo $? *.ts', 'ask expansion'],
    ['echo ~$?', 'ask expansion'],
    ['echo $?$(id)', 'ask expansion'],
  ])('%s: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(verdict);
  });

  test('what a pattern stands for is handed over as names, without a shell', async () => {
    const { execution } = await judgeIn(project, 'cat src/*p.ts missing/*.x');
    expect(execution).toEqual({ kind: 'argv', file: '/usr/bin/cat', args: ['src/app.ts', 'missing/*.x'] });
  });

  test('without a sandbox it runs unasked where the command does', async () => {
    const unconfined = makePolicy({ isConfined: async () => false, projectScripts: 'ask' });
    expect(summaryOf(await judgeIn(project, 'ls 2>&1', unconfined))).toBe('allow');
    expect(summaryOf(await judgeIn(project, 'npm test 2>&1', unconfined))).toBe('ask project-script');
    // A yes to code of the project must not cover variables.
    expect(summaryOf(await judgeIn(project, 'EVIL=1 npm test', unconfined))).toBe('ask assignment');
  });
});

describe('a line of several commands', () => {
  test.each([
    ['ls | wc -l', 'allow'],
    ['npm test 2>&1 | tail -30', 'allow'],
    ['git status && git diff --stat || true', 'allow'],
    ['git status --short; git log --oneline -3;', 'allow'],
    ['! grep -q x src/app.ts && echo none', 'allow'],
    ['npm test |& tail -5', 'allow'],
    ['ls # all of them', 'allow'],
    ['npm test; echo "exit: $?"', 'allow'],
    [`npm test 2>&1 | tail -3; echo EXIT=\${PIPESTATUS[0]}`, 'allow'],
    ['npm test; exit $?', 'ask operator'],
    ['npm test; echo "$?" > out.txt', 'ask operator'],
    [`ls; echo "\${PIPESTATUS[$(id)]}"`, 'ask operator'],
    ['CI=1 npm test && npm run build', 'allow'],
    ['cat src/*.ts | sort | uniq -c', 'allow'],
    ['cd api && npm run only-here', 'allow'],
    ['cd api && ls src && cd src && ls', 'allow'],
    // One part that asks, or that nobody can judge, makes the whole line ask.
    ['wc -l < src/app.ts', 'allow'],
    ['sort < src/app.ts | uniq -c', 'allow'],
    ['cd api && wc -l < package.json', 'allow'],
    ['wc -l < .env', 'ask path-secret'],
    ['wc -l < way-out/secret.txt', 'ask redirect'],
    ['wc -l < src', 'ask redirect'],
    ['wc -l < src/app.ts < README.md', 'ask redirect'],
    ['wc -l 3< src/app.ts', 'ask redirect'],
    ['cd src < ../.env && ls', 'ask path-secret'],
    ['diff <(sort src/app.ts) <(sort src/other.ts)', 'allow'],
    ['comm -3 <(ls src | sort) <(cd api && ls | sort) | head -3', 'allow'],
    ['cat <(cat <(ls))', 'allow'],
    ['diff <(cat .env) src/app.ts', 'ask path-secret'],
    ['diff <(cat ../other/secret.txt) src/app.ts', 'ask expansion'],
    ['cat <(cat <(npm install))', 'ask expansion'],
    ['cat <(ls > out.txt)', 'ask expansion'],
    ['cat <(ls)x', 'ask expansion'],
    ['bash <(cat src/app.ts)', 'ask expansion'],
    ['npm test -- <(ls)', 'ask expansion'],
    ['jq -f <(ls) package.json', 'ask expansion'],
    ['ls <(ls)', 'ask expansion'],
    ['cat output-14 <(ls)', 'ask expansion'],
    ['ls > >(cat)', 'ask redirect'],
    ['ls | tee out.txt', 'ask operator'],
    ['ls | xargs cat', 'ask operator'],
    ['cat .env | head -3', 'ask path-secret'],
    ['npm test; npm install', 'ask operator'],
    ['ls && curl example.com', 'ask operator'],
    ['echo x | bash', 'ask operator'],
    ['ls | sort > out.txt', 'ask operator'],
    ['ls & npm test', 'ask operator'],
    ['(ls; pwd)', 'ask operator'],
    ['time ls | wc', 'ask operator'],
    ['ls | while read x; do cat $x; done', 'ask operator'],
    ['cat $(ls) | wc', 'ask operator'],
    ['LD_PRELOAD=x.so ls | wc', 'ask operator'],
    ['ls\ncat src/app.ts', 'ask several-lines'],
    ['export CI=1 && npm test', 'ask operator'],
    ['ls && rm -rf src', 'deny denied-command'],
    ['npm test | git push', 'deny denied-subcommand'],
    // Where a part comes to run in several folders, it has to be allowed in each.
    ['cd api; npm run only-here', 'ask operator'],
    ['npm run build && cd api && npm run build', 'ask operator'],
    ['cd .. && ls', 'ask operator'],
    ['cd way-out && ls', 'ask operator'],
    ['cd api/src && cat ../../../other/secret.txt', 'ask operator'],
    ['cd api && cat ../../other/secret.txt', 'ask operator'],
    ['cd api || cat ../src/app.ts', 'ask operator'],
    ['cd - && ls', 'ask operator'],
    ['cd && ls', 'ask operator'],
    ['cd api | ls', 'ask operator'],
    ['cd .git && ls', 'ask operator'],
    ['ls; cd api', 'ask operator'],
  ])('%j under each-part: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line, each))).toBe(verdict);
  });

  test('asks by default, and wherever no sandbox holds', async () => {
    const unconfined = makePolicy({ compound: 'each-part', isConfined: async () => false });
    expect(summaryOf(await judgeIn(project, 'ls | wc -l'))).toBe('ask operator');
    expect(summaryOf(await judgeIn(project, 'ls | wc -l', unconfined))).toBe('ask operator');
  });

  test('what runs is written anew of the programs and words that were decided on', async () => {
    const line = "CI=1 npm test -- 'a b' 2>&1 | tail -3 && cd api && ! git -P status || echo it\\'s";
    const { execution } = await judgeIn(project, line, each);
    const written = (execution?.kind === 'shell' ? execution.line : '')
      .replace(/\S*\/npm/, 'npm')
      .replace(/(\S*\/)?git.*status/, 'git status')
      .replaceAll('/usr/bin/', '');
    expect(written).toBe(
      `CI='1' npm test -- 'a b' 2>&1 | tail -3 && 'cd' -- ${project.root}/api && ! git status --ignore-submodules=dirty || echo 'it'\\''s'`,
    );
    expect(execution).not.toHaveProperty('access');
  });

  test('a yes opens nothing that its parts would not have had', async () => {
    const { verdict, execution } = await judgeIn(project, 'npm test 2>&1 | tail -3');
    expect(verdict).toMatchObject({ kind: 'ask', rule: 'operator', risk: { network: 'no' } });
    expect(execution?.access).toEqual({ network: false, writable: [] });
  });
});

const bash = findBash();

describe.runIf(bash !== undefined)('bash', () => {
  test.each([
    'cat src/*.ts | sort | head -3',
    'ls src/**/ docs/ missing/*.x 2>&1 | cat',
    'cd api && ls * && cd src && pwd',
    'false && echo a || echo b; echo c',
    '! grep -q nothing src/app.ts && echo "it\'s" none',
    'ls missing 2>/dev/null; echo done >&2 2>&1',
    "printf '%s\\n' $'a\\tb' \"c d\" e\\ f | wc -l",
    'LC_ALL=C ls -a src|wc -c;echo x|cat',
    'cd missing && ls; pwd',
    `false; echo "exit: $?" its$?; true | false; echo "$?" \${PIPESTATUS[0]}`,
    'cat src/{app,other,missing}.ts docs/{r,x}*.md 2>&1 | cat',
    'ls src/*.{ts,x} {docs,src}/{deep,rm.md} 2>/dev/null | sort',
    'wc -l < src/app.ts; sort < "src/my file.ts" 2>&1 | cat',
    "diff <(sort src/app.ts) <(cat src/other.ts | tr 'a-z' 'A-Z') || echo differ",
    'cat <(cat <(ls src) docs/rm.md) <(cd src && ls) toString 2>&1; cat <(ls) | head -1',
    'cd src && cat <(ls) < ../docs/rm.md && pwd',
  ])('%s prints what the original line prints', async (line) => {
    const { execution } = await judgeIn(project, line, each);
    if (execution?.kind !== 'shell') throw new Error(`not written: ${line}`);
    const printed = [line, execution.line].map((one) =>
      // As the program does: with a socket for stdin, bash would read the files of the home folder first.
      execFileSync(bash ?? 'bash', ['-c', `{ ${one}\n} 2>&1`], {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: project.root,
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      }).replaceAll('/usr/bin/', ''),
    );
    expect(printed[1]).toBe(printed[0]);
  });
});
