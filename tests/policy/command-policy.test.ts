import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../src/contracts/exec.ts';
import { judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

const NOTHING_MORE: Access = { network: false, writable: [] };
const THE_NETWORK: Access = { network: true, writable: [] };

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

describe('one simple command that is configured and stays inside the workspace is allowed', () => {
  test.each([
    'ls -la src',
    'cat src/app.ts',
    "cat 'src/my file.ts'",
    'head -20 src/app.ts',
    'tail -n +10 src/app.ts',
    "sed -n '10,20p' src/app.ts",
    'grep -rn --include="*.ts" one src',
    'grep -A 3 -e "a|b" src/app.ts',
    'grep "/etc/passwd" src/app.ts',
    'grep --exclude="*.js" "/api/v1" src/app.ts',
    'grep -n "rm -rf" docs/rm.md',
    'find . -type f -name "*.ts" -size +1k',
    'find . \\( -name a -o -name b \\) -print',
    "echo 'a | b > c; $d'",
    'git status -sb',
    'git --no-pager log --oneline -10 -- src',
    'git diff HEAD~1 -- src/app.ts',
    'git show HEAD:src/app.ts',
    'git log --grep=chmod --format="%h %s"',
    'git branch --list "feat/*"',
    'npm test',
    'npm test -- --run src',
    'npm run lint:all',
    'pytest -xvs tests/test_app.py::test_one -k "a and b"',
    'python -m pytest -q',
    'node --test tests',
    'make -j4 test',
    'tsc -p . --noEmit',
    'ruff check src',
    'cargo clippy --all-targets -- -D warnings',
    'go test -run TestOne ./...',
    'mvn -q test',
    `ls ${'./'.repeat(3)}src`,
  ])('%s', async (line) => {
    expect(summaryOf(await judgeIn(project, line))).toBe('allow');
  });
});

describe('what is not surely harmless is asked, by a named rule', () => {
  test.each([
    ['curl https://example.com', 'unknown-command'],
    ['./run.sh', 'unknown-command'],
    ['/bin/cat src/app.ts', 'unknown-command'],
    ['LS -la', 'unknown-command'],
    ['node -r ./x.js scripts/build.js', 'unexpected-argument'],
    ['node inspect', 'unexpected-argument'],
    ['python -c "1"', 'unknown-subcommand'],
    ['git', 'unknown-subcommand'],
    ['git commit -m x', 'unknown-subcommand'],
    ['git -c core.pager=id log', 'unknown-subcommand'],
    ['npm install', 'unknown-subcommand'],
    ['pip install x', 'unknown-subcommand'],
    ['npx vitest run', 'unknown-command'],
    ['git diff --output=x', 'unknown-flag'],
    ['git diff --outp=x', 'unknown-flag'],
    ['find . -delete', 'unknown-flag'],
    ['find . -exec cat {} ;', 'unknown-flag'],
    ["find . -exec cat '{}' +", 'unknown-flag'],
    ['make -sf Other.mk', 'unknown-flag'],
    ['sort -osrc/app.ts x', 'unknown-flag'],
    ['npm test -- --config=x', 'unexpected-argument'],
    ['head -n', 'unknown-flag'],
    ['pwd src', 'unknown-argument'],
    ['git branch new', 'unknown-argument'],
    ['npm run env', 'unexpected-argument'],
    ['npm run toString', 'unexpected-argument'],
    ['make SHELL=/tmp/x', 'unexpected-argument'],
    ["sed -n '1e id' src/app.ts", 'unexpected-argument'],
    ['git log :/fix', 'unexpected-argument'],
    ['cat /etc/hosts', 'path-outside'],
    ['cat ../other/secret.txt', 'path-outside'],
    ['cat way-out/secret.txt', 'path-outside'],
    ['cat way-out/../other/secret.txt', 'path-outside'],
    ['grep -e x /etc/hosts', 'path-outside'],
    ['grep -- -n one /etc/hosts', 'path-outside'],
    ['find src /etc', 'path-outside'],
    ['pytest --cov=../other', 'path-outside'],
    ['pytest --junitxml=/tmp/x', 'unknown-flag'],
    ['cat .env', 'path-secret'],
    ['cat settings.txt', 'path-secret'],
    ['cat ../other/.env', 'path-secret'],
    ['cat way-out/.env', 'path-secret'],
    ['diff src/app.ts /srv/shop/certs/server.key', 'path-secret'],
    ['cat certs/server.key', 'path-secret'],
    ['git show HEAD:.env', 'path-secret'],
    ['git show --pretty HEAD:.env', 'path-secret'],
    ['grep -rn --include=".env*" TOKEN .', 'path-secret'],
    ['rg -g .env TOKEN', 'path-secret'],
    ['cat .git/config', 'path-git'],
    ['cat src\\\\app.ts', 'path-invalid'],
    ['cat a | grep b', 'operator'],
    ['ls && ls', 'operator'],
    ['ls &', 'operator'],
    ['! ls', 'operator'],
    ['(ls)', 'operator'],
    ['if true; then ls; fi', 'operator'],
    ['ls; ls', 'operator'],
    ['! ls', 'operator'],
    ['echo (x', 'uncovered'],
    ['ls > out.txt', 'redirect'],
    ['ls 2>&1 > out.txt', 'redirect'],
    ['ls 2>&3', 'redirect'],
    ['ls 3>&1', 'redirect'],
    ['ls < README.md', 'redirect'],
    ['cat <<< x', 'redirect'],
    ['PAGER=cat npm test', 'assignment'],
    ['CI=src/app.ts npm test', 'assignment'],
    ['CI+=1 npm test', 'assignment'],
    ['TZ=/etc/passwd date', 'assignment'],
    ['X=1', 'assignment'],
    ['export A=1', 'assignment'],
    ['echo $HOME', 'expansion'],
    ['echo "$(id)"', 'expansion'],
    ['echo `id`', 'expansion'],
    ['echo *', 'expansion'],
    ['grep src/* ', 'expansion'],
    ['l* src', 'expansion'],
    ['ls {src,..}', 'path-outside'],
    ['{ls,-la}', 'expansion'],
    ['cat ~/x', 'expansion'],
    ['cat --x=~/x', 'expansion'],
    ['echo $[1', 'expansion'],
    ['echo $"x"', 'expansion'],
    ["echo $'\\xe9'", 'expansion'],
    ['ls\ncat src/app.ts', 'several-lines'],
    ['git status\u200d', 'hidden-characters'],
    ['ls\u00a0-la', 'hidden-characters'],
    ["echo $'a\\x1b[2K'", 'hidden-characters'],
    ['ls\rid', 'hidden-characters'],
  ])('%j: %s', async (line, rule) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(`ask ${rule}`);
  });
});

describe('a denied command word is refused wherever it stands', () => {
  test.each([
    ['rm -rf /', 'rm'],
    ['"r"m x', 'rm'],
    ['r\\m x', 'rm'],
    ["$'\\x72m' x", 'rm'],
    ['/bin/../bin/rm x', 'rm'],
    ['./chmod +x y', 'chmod'],
    ['mkfs.ext4 /dev/sda1', 'mkfs.ext4'],
    ['kill -9 1', 'kill -9'],
    ['ls; sudo id', 'sudo'],
    ['ls | tee x | dd of=y', 'dd'],
    ['ls || { reboot; }', 'reboot'],
    ['for f in a; do rm $f; done', 'rm'],
    ['f() { shutdown now; }; f', 'shutdown'],
    ['echo "$(rm x)"', 'rm'],
    ['cat <(rm x)', 'rm'],
    ['cat <<EOF\n`rm x`\nEOF', 'rm'],
    ['A=$(rm x) ls', 'rm'],
    ["sh -c 'rm x'", 'rm'],
    ["bash -lc -- 'ls; rm x'", 'rm'],
    ['bash <<< "rm x"', 'rm'],
    ["sh <<'EOF'\nrm x\nEOF", 'rm'],
    ['eval "r""m" x', 'rm'],
    ["trap 'rm x' EXIT", 'rm'],
    ['sh -c \'sh -c "rm x"\'', 'rm'],
    ['env -u PATH A=1 rm x', 'rm'],
    ["env -S 'rm x'", 'rm'],
    ['timeout -k 5 10 nice -n 3 rm x', 'rm'],
    ['xargs -I{} rm {}', 'rm'],
    ['busybox rm x', 'rm'],
    ['find . -name x -exec rm {} +', 'rm'],
    ['find . -ok sh -c "rm x" \\;', 'rm'],
    ['git -c alias.x="!rm y" x', 'rm'],
    ['gdb -ex "!rm x"', 'rm'],
    ["vim -c ':!rm x' src/app.ts", 'rm'],
    [`${'echo 1; '.repeat(300)}sudo reboot`, 'sudo'],
  ])('%j', async (line, word) => {
    expect(await judgeIn(project, line)).toMatchObject({
      verdict: { kind: 'deny', rule: 'denied-command', reason: `Command blocked: ${word} is not allowed` },
      execution: undefined,
    });
  });
});

describe('other refusals', () => {
  test.each([
    [':(){ :|:& };:', 'fork-bomb'],
    ['cat x > /dev/sda', 'device-write'],
    ['{ ls; } >> /dev/../dev/nvme0n1', 'device-write'],
    ['cat /etc/passwd | head', 'password-file'],
    ['cat < /etc/shadow', 'password-file'],
    ['sort --files0-from=/etc/shadow', 'password-file'],
    ['git push', 'denied-subcommand'],
    ['git -C src push origin main', 'denied-subcommand'],
    ['ls && timeout 5 git fetch', 'denied-subcommand'],
    ['echo "a', 'unparsable'],
    ['ls &&', 'unparsable'],
    ['; ls', 'unparsable'],
    ['$(', 'unparsable'],
    ['', 'unparsable'],
    ['# only a comment', 'unparsable'],
    ['ls \0', 'unparsable'],
    ['ls \ud800', 'unparsable'],
    [`echo ${'x'.repeat(4_000)}`, 'too-long'],
  ])('%j: %s', async (line, rule) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(`deny ${rule}`);
  });

  test('a denied word as data is no denial', async () => {
    const lines = ['cat docs/rm.md', 'grep -rn rm docs', 'git log --grep=sudo', 'echo rm', 'which rm'];
    const verdicts = await Promise.all(lines.map((line) => judgeIn(project, line)));
    expect(verdicts.map(summaryOf)).toEqual(lines.map(() => 'allow'));
  });

  test('the refusal of a push names the tool that does it', async () => {
    expect((await judgeIn(project, 'git push --tags')).verdict).toEqual({
      kind: 'deny',
      rule: 'denied-subcommand',
      reason: 'Command blocked: git push is not allowed; use the git_push tool.',
    });
  });

  test('a line that cannot be read gets a hint how to write it', async () => {
    const { verdict } = await judgeIn(project, 'echo "a');
    expect(verdict).toMatchObject({ reason: expect.stringMatching(/cannot be read: .+\. Write it again/) });
  });
});

describe('what is decided on is what runs', () => {
  test('an allowed line runs as its decoded words, by the canonical program', async () => {
    const verdict = await judgeIn(project, `c""at 'src/my file.ts'`);
    expect(verdict).toEqual({
      verdict: { kind: 'allow', rule: 'configured' },
      execution: { kind: 'argv', file: expect.stringMatching(/^\/.*\/cat$/), args: ['src/my file.ts'] },
      base: 'cat',
      display: "cat 'src/my file.ts'",
    });
  });

  test('git runs without hooks, pagers and other programs of the repository', async () => {
    const { execution } = await judgeIn(project, 'git --no-optional-locks diff --stat');
    expect(execution).toEqual({
      kind: 'argv',
      file: expect.stringMatching(/\/git$/),
      args: [
        '--no-pager',
        ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
        ...['-c', 'log.showSignature=false', '-c', 'safe.bareRepository=explicit'],
        ...['-c', 'diff.submodule=short', '-c', 'status.submoduleSummary=false', '--no-optional-locks'],
        ...['diff', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--stat'],
      ],
    });
  });

  test('after a yes, a compound line goes to a shell as it was shown', async () => {
    const { execution, display } = await judgeIn(project, 'ls src | tee out.txt');
    expect({ execution, display }).toEqual({
      execution: { kind: 'shell', line: 'ls src | tee out.txt', access: NOTHING_MORE },
      display: 'ls src | tee out.txt',
    });
  });

  test('after a yes, a single command still runs without a shell', async () => {
    const { execution } = await judgeIn(project, 'mkdir "a;b"');
    expect(execution).toEqual({
      kind: 'argv',
      file: expect.stringMatching(/\/mkdir$/),
      args: ['a;b'],
      access: NOTHING_MORE,
    });
  });

  test('after a yes, a program named by path is taken from the working folder', async () => {
    const { execution } = await judgeIn(project, './scripts/x.sh now');
    expect(execution).toEqual({
      kind: 'argv',
      file: path.join(project.root, 'scripts/x.sh'),
      args: ['now'],
      access: NOTHING_MORE,
    });
  });

  test('a tool of the project runs from the project, unasked and after a yes; nothing else does', async () => {
    const own = makeProject();
    try {
      const folder = path.join(own.root, 'node_modules/.bin');
      mkdirSync(folder, { recursive: true });
      for (const name of ['vitest', 'cat'])
        writeFileSync(path.join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
      const lines = ['vitest run', 'vitest bench', 'cat src/app.ts', 'cat --frob'];
      const verdicts = await Promise.all(lines.map((line) => judgeIn(own, line)));
      expect(verdicts.map((verdict) => [summaryOf(verdict), verdict.execution])).toEqual([
        ['allow', { kind: 'argv', file: path.join(folder, 'vitest'), args: ['run'] }],
        [
          'ask unexpected-argument',
          { kind: 'argv', file: path.join(folder, 'vitest'), args: ['bench'], access: NOTHING_MORE },
        ],
        [
          'allow',
          { kind: 'argv', file: expect.stringMatching(/^(\/usr)?\/bin\/cat$/), args: ['src/app.ts'] },
        ],
        [
          'ask unknown-flag',
          {
            kind: 'argv',
            file: expect.stringMatching(/^(\/usr)?\/bin\/cat$/),
            args: ['--frob'],
            access: NOTHING_MORE,
          },
        ],
      ]);
    } finally {
      own.remove();
    }
  });

  test('after a yes, what is built into the shell goes to the shell', async () => {
    const { execution } = await judgeIn(project, 'set -e');
    expect(execution).toEqual({ kind: 'shell', line: 'set -e', access: NOTHING_MORE });
  });

  test('nothing in an argv request is parsed', async () => {
    const { verdict, execution } = await judgeIn(project, {
      kind: 'argv',
      argv: ['echo', '$(id); `id` > x'],
    });
    expect({ verdict, execution }).toEqual({
      verdict: { kind: 'allow', rule: 'configured' },
      execution: { kind: 'argv', file: expect.stringMatching(/\/echo$/), args: ['$(id); `id` > x'] },
    });
  });

  test('hidden characters are shown as escapes', async () => {
    expect((await judgeIn(project, 'ls \u202etxt.sh\n id')).display).toBe('ls \\u{202e}txt.sh\\n id');
  });

  test('a word that a shell would read as more than itself is shown in quotes', async () => {
    const argv = ['echo', '$HOME', '`id`', '|', '>x', 'a<b', '~', 'a=b+c^d', '😀€'];
    expect((await judgeIn(project, { kind: 'argv', argv })).display).toBe(
      "echo '$HOME' '`id`' '|' '>x' 'a<b' '~' a=b+c^d 😀€",
    );
  });

  test('an argv with hidden characters is asked and keeps its words', async () => {
    const { verdict, execution, display } = await judgeIn(project, { kind: 'argv', argv: ['ls', 'a\u200b'] });
    expect({ rule: verdict.rule, execution, display }).toEqual({
      rule: 'hidden-characters',
      execution: {
        kind: 'argv',
        file: expect.stringMatching(/\/ls$/),
        args: ['a\u200b'],
        access: NOTHING_MORE,
      },
      display: "ls 'a\\u{200b}'",
    });
  });
});

describe('what a yes opens in a sandbox', () => {
  test.each<[string, Access]>([
    // What its parts have unasked is nothing, whatever is asked about the line.
    ['ls src | wc -l', NOTHING_MORE],
    ['npm test | tail -3', NOTHING_MORE],
    ['npm test; echo $?', NOTHING_MORE],
    ['timeout 60 npm test', NOTHING_MORE],
    ["bash -c 'npm test'", NOTHING_MORE],
    ['npm test --no-such-flag package.json', NOTHING_MORE],
    ['git log | head -3', NOTHING_MORE],
    ['cat package.json | head -3', NOTHING_MORE],
    ['yes', NOTHING_MORE],
    ['frobnicate', NOTHING_MORE],
    ['./scripts/run.sh package.json', NOTHING_MORE],
    ["node -e '1' package.json", NOTHING_MORE],
    // What it is known to need.
    ['curl https://example.com', THE_NETWORK],
    ['timeout 60 curl https://example.com', THE_NETWORK],
    ["bash -c 'curl https://example.com'", THE_NETWORK],
    ['npm test && curl https://example.com', THE_NETWORK],
    ['git commit -m x', { network: false, writable: ['.git'] }],
    ['git -C src commit -m x', { network: false, writable: ['.git'] }],
    ['git rm src/app.ts', { network: false, writable: ['.git'] }],
    ['git mv src/app.ts src/new.ts', { network: false, writable: ['.git'] }],
    ['git rm package.json', { network: false, writable: ['.git', 'package.json'] }],
    ['git rm -r scripts', { network: false, writable: ['.git', 'scripts'] }],
    ['git restore --staged package.json', { network: false, writable: ['.git'] }],
    ['git restore package.json', { network: false, writable: ['.git', 'package.json'] }],
    ['git reset HEAD~1', { network: false, writable: ['.git'] }],
    ['git reset --hard', { network: false, writable: ['.', '.git'] }],
    ['git switch main', { network: false, writable: ['.', '.git'] }],
    ['git stash pop', { network: false, writable: ['.', '.git'] }],
    ['git config user.name x', { network: false, writable: ['.git', '.git/config'] }],
    ['git branch new', { network: false, writable: ['.git'] }],
    ['npm install left-pad', { network: true, writable: ['node_modules', 'package.json'] }],
    ['npm ci', { network: true, writable: ['node_modules'] }],
    [
      'npm --prefix web install left-pad',
      { network: true, writable: ['node_modules', 'package.json', 'web/package.json'] },
    ],
    ['pip install requests', { network: true, writable: ['.venv', 'venv'] }],
    // What the line names, as far as its program changes what it is given.
    ['ls > Makefile', { network: false, writable: ['Makefile'] }],
    ['cp src/app.ts ../other/app.ts', { network: false, writable: ['../other/app.ts'] }],
    ['mkdir ~/x --mode=700', { network: false, writable: ['~/x'] }],
    ["sed -i 's/a/b/' package.json", { network: false, writable: ['package.json'] }],
    [
      'frobnicate --output=/srv/x .github/workflows/ci.yml',
      { network: false, writable: ['.github/workflows/ci.yml', '/srv/x'] },
    ],
    // What it only reads outside.
    ['cat /etc/hosts', { ...NOTHING_MORE, readable: ['/etc/hosts'] }],
    ['less ../other/a.txt', { ...NOTHING_MORE, readable: ['../other/a.txt'] }],
    ['npm test -- ~/fixtures', { ...NOTHING_MORE, readable: ['~/fixtures'] }],
    ['sort < ../other/a.txt', { ...NOTHING_MORE, readable: ['../other/a.txt'] }],
    ['cat src/../../other/a.txt', { ...NOTHING_MORE, readable: ['src/../../other/a.txt'] }],
    ['cp /srv/a /srv/b', { network: false, writable: ['/srv/b'], readable: ['/srv/a'] }],
    ['cp -t /srv/b package.json', { network: false, writable: ['/srv/b', 'package.json'] }],
    ['mv a.json package.json', { network: false, writable: ['package.json'] }],
  ])('%s', async (line, access) => {
    const { execution } = await judgeIn(project, line);
    expect(execution?.access).toEqual(access);
  });

  test('an allowed command has nothing more', async () => {
    expect((await judgeIn(project, 'npm test')).execution).not.toHaveProperty('access');
  });
});

describe('a question about a secret', () => {
  test.each([
    ['cat .env'],
    ['cat .env | head -3'],
    ['less .env'],
    ['base64 < .env'],
    ["bash -c 'cat settings.txt'"],
    ['cp .env copy.txt && cat copy.txt'],
  ])('says that it goes to the model and cannot be taken back: %s', async (line) => {
    expect((await judgeIn(project, line)).verdict).toMatchObject({
      kind: 'ask',
      rule: 'path-secret',
      reason: expect.stringMatching(
        /goes to the model, with known secrets hidden, and can't be taken back\.$/,
      ),
      risk: { undoable: 'no' },
    });
  });

  test('a pattern that looks like the name of one is no secret', async () => {
    expect((await judgeIn(project, 'git log --grep=.env | head')).verdict.rule).not.toBe('path-secret');
  });
});

describe('a command that is to have the network', () => {
  test.each<[string, string, Access]>([
    ['npm test', 'ask network', THE_NETWORK],
    ['npm test | tail', 'ask network', THE_NETWORK],
    ['./scripts/deploy.sh', 'ask network', THE_NETWORK],
    ['curl https://example.com', 'ask unknown-command', THE_NETWORK],
  ])('is asked about: %s', async (line, summary, access) => {
    const judged = await judgeIn(project, { kind: 'line', line, network: true });
    expect([summaryOf(judged), judged.execution?.access]).toEqual([summary, access]);
    expect(judged.verdict).toMatchObject({ risk: { network: 'yes' } });
  });
});

describe('the risk of a command that is asked', () => {
  test.each([
    ['cat src/app.ts | wc -l', 'no', 'no', 'yes'],
    ['git commit -m x', 'no', 'no', 'yes'],
    ['git reset --hard', 'yes', 'no', 'files'],
    ['git reset --hard HEAD~1', 'yes', 'no', 'files'],
    ['git reset -q', 'no', 'no', 'yes'],
    ['git restore --source=HEAD~2 src', 'yes', 'no', 'files'],
    ['git restore --staged src/app.ts', 'no', 'no', 'yes'],
    ['git restore -SW src/app.ts', 'yes', 'no', 'files'],
    ['git checkout -- .', 'yes', 'no', 'files'],
    ['git checkout main', 'unknown', 'no', 'files'],
    ['git switch main', 'no', 'no', 'yes'],
    ['git switch --discard-changes main', 'yes', 'no', 'files'],
    ['git clean -fd', 'yes', 'no', 'files'],
    // No state holds ignored files, other repositories, and what lies outside.
    ['git clean -fdx', 'no', 'no', 'no'],
    ['git clean -ffd', 'no', 'no', 'no'],
    ['git clean -f -d -f', 'no', 'no', 'no'],
    ['git reset --hard --recurse-submodules', 'no', 'no', 'no'],
    ['git -C src reset --hard', 'no', 'no', 'no'],
    ['git --git-dir=../x reset --hard', 'no', 'no', 'no'],
    ['git reset $HOW', 'no', 'no', 'no'],
    ['cd .. && git reset --hard', 'yes', 'no', 'no'],
    ['npm install left-pad', 'yes', 'yes', 'unknown'],
    ['curl https://example.com', 'unknown', 'yes', 'unknown'],
    ['ls > out.txt', 'yes', 'no', 'files'],
    ['sleep 8 && echo x > marker.txt', 'yes', 'no', 'files'],
    ['sleep 8 && echo x > src/new/marker.txt', 'yes', 'no', 'files'],
    ['echo x > ../marker.txt', 'yes', 'no', 'no'],
    ['echo x > way-out/marker.txt', 'yes', 'no', 'no'],
    ['echo x > dangling', 'yes', 'no', 'no'],
    ['echo x > $OUT', 'yes', 'no', 'no'],
    ['echo x > ~/marker.txt', 'yes', 'no', 'no'],
    ['cd .. && echo x > marker.txt', 'yes', 'no', 'no'],
    ['echo x > marker.txt && rsync src host:src', 'yes', 'yes', 'no'],
    ['curl https://example.com > page.html', 'yes', 'yes', 'unknown'],
    ['frobnicate > out.txt', 'yes', 'unknown', 'unknown'],
    ['mv src/app.ts src/main.ts', 'yes', 'no', 'files'],
    ['mv src/app.ts ../main.ts', 'yes', 'no', 'no'],
    ['mv -t .. src/app.ts', 'yes', 'no', 'no'],
    ['cp ../other/a.txt src/a.txt', 'yes', 'no', 'files'],
    ['cp src/app.ts /tmp/app.ts', 'yes', 'no', 'no'],
    ['ls | tee src/app.ts', 'yes', 'no', 'files'],
    ['rmdir empty', 'no', 'no', 'yes'],
    ['rmdir ../empty', 'yes', 'no', 'unknown'],
    ['touch src/new.ts', 'no', 'no', 'yes'],
    ['mkdir -p src/new && touch src/new/a.ts', 'no', 'no', 'yes'],
    ['touch ../beside.ts', 'yes', 'no', 'unknown'],
    ['git commit -m x && touch $HOME/x', 'yes', 'no', 'unknown'],
    ['ls | sort', 'no', 'no', 'yes'],
    ['npm test | tail', 'unknown', 'no', 'unknown'],
    ['frobnicate', 'unknown', 'unknown', 'unknown'],
    ['env', 'no', 'no', 'yes'],
    ['env ls', 'unknown', 'unknown', 'unknown'],
    ['PAGER=x git log', 'unknown', 'unknown', 'unknown'],
    ["sed 's/a/b/w x' src/app.ts", 'unknown', 'unknown', 'unknown'],
    ['uniq src/app.ts out.txt', 'unknown', 'unknown', 'unknown'],
    ["git log '--format=%G?'", 'unknown', 'unknown', 'unknown'],
    ['git stash list --output=x', 'unknown', 'unknown', 'unknown'],
    ['git stash clear', 'no', 'no', 'no'],
    ['cat .env', 'no', 'no', 'no'],
    ['cat .env | head', 'no', 'no', 'no'],
    ['timeout 5 npm ci', 'yes', 'yes', 'unknown'],
    ['cat x | frobnicate && git clean -fx', 'unknown', 'unknown', 'no'],
  ])('%s', async (line, writesOutsideGit, network, undoable) => {
    const { verdict } = await judgeIn(project, line);
    expect(verdict).toMatchObject({ kind: 'ask', risk: { writesOutsideGit, network, undoable } });
  });
});

test('what a repository above the project could lose is not promised back', async () => {
  const inside = { root: path.join(project.root, 'src'), cwd: path.join(project.root, 'src') };
  const { verdict } = await makePolicy().judge({ kind: 'line', line: 'git reset --hard' }, inside);
  expect(verdict).toMatchObject({ risk: { writesOutsideGit: 'yes', undoable: 'no' } });
});

describe('options', () => {
  test('whether the code of the project is asked may be found out when it comes', async () => {
    const policy = makePolicy({ projectScripts: async () => 'ask' });
    expect(summaryOf(await judgeIn(project, 'npm test', policy))).toBe('ask project-script');
  });

  test('with projectScripts "ask" the code of the project is asked, reading is not', async () => {
    const policy = makePolicy({ projectScripts: 'ask' });
    const lines = ['npm test', 'make', 'pytest', 'ruff check src', 'cat src/app.ts', 'ls'];
    const verdicts = await Promise.all(lines.map((line) => judgeIn(project, line, policy)));
    expect(verdicts.map(summaryOf)).toEqual([
      ...['ask project-script', 'ask project-script', 'ask project-script', 'ask project-script'],
      ...['allow', 'allow'],
    ]);
  });

  test.each([
    'python3 -m json.tool package.json',
    'ruby -I src -c src/app.rb',
    'ruby -I src -v',
    'shellcheck scripts/x.sh',
  ])(
    'neither is what loads code or settings of the project before it does what it says: %s',
    async (line) => {
      const policy = makePolicy({ projectScripts: 'ask' });
      expect(summaryOf(await judgeIn(project, line, policy))).toBe('ask project-script');
    },
  );

  test.each([
    ['yq -r .name package.json', 'allow'],
    ['yq --slurpfile=a/b x', 'allow'],
    ['yq . .env', 'ask path-secret'],
    ['yq -f/etc/hosts', 'ask path-outside'],
    ['yq --from=/etc/hosts', 'ask path-outside'],
    ['git commit', 'ask unknown-subcommand'],
  ])('an extra name takes any flags but only paths of the workspace: %s', async (line, summary) => {
    const policy = makePolicy({ extraAllowed: ['yq', 'git'] });
    expect(summaryOf(await judgeIn(project, line, policy))).toBe(summary);
  });

  test.each(['bash', 'python3.12', 'env', 'xargs', 'rm', 'mkfs.xfs', 'npx', './x', 'a b', ''])(
    'the extra name %j is refused at the start',
    (name) => {
      expect(() => makePolicy({ extraAllowed: [name] })).toThrow(
        expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(`"${name}"`) }),
      );
    },
  );

  test('an own guard that fails leaves the decision to a person', async () => {
    const policy = makePolicy({
      guardFor: () => {
        throw new Error('disk on fire');
      },
    });
    expect((await judgeIn(project, 'cat x', policy)).verdict).toMatchObject({
      kind: 'ask',
      rule: 'undecided',
      reason: 'It could not be checked: disk on fire',
    });
  });
});

describe('on windows', () => {
  test.each([
    ['git status', 'allow'],
    ['git log "--format=a b"', 'allow'],
    ['shutdown /s /t 0', 'deny denied-command'],
    ['SHUTDOWN.EXE /s', 'deny denied-command'],
    ['git status & del x', 'deny denied-command'],
    ['git "push"', 'deny denied-subcommand'],
    ['git status | more', 'ask operator'],
    ['git log %PATH%', 'ask operator'],
    ['git diff -- src\\index.ts', 'ask windows-path'],
    ['git diff c:evil', 'ask windows-path'],
    ['findstr /N x src/app.ts', 'allow'],
    ['findstr /F x', 'ask unknown-flag'],
    ['findstr x /etc', 'ask unknown-flag'],
    ['cmd.exe /c del x', 'deny denied-command'],
    ['powershell -EncodedCommand x', 'ask unknown-command'],
    ['git "status', 'deny unparsable'],
  ])('%s: %s', async (line, summary) => {
    const policy = makePolicy({ platform: 'windows' });
    expect(summaryOf(await judgeIn(project, line, policy))).toBe(summary);
  });
});

describe('a repository whose configuration runs programs', () => {
  test.each([
    ['[filter "x"]\n\tclean = id\n'],
    ['[include]\n\tpath = ../evil\n'],
    ['[diff "x"] textconv = id\n'],
    ['[core]\n\tsshCommand = id\n'],
    ['[remote "a]b"] uploadpack = id\n'],
    // Its first line would stand in git's message.
    ['[blame]\n\tignoreRevsFile = /etc/shadow\n'],
    ['[blame] ignoreRevsFile = "../other/secret.txt"\n'],
  ])('is asked even for reading: %j', async (settings) => {
    const own = makeProject();
    try {
      appendFileSync(path.join(own.root, '.git/config'), settings);
      expect(summaryOf(await judgeIn(own, 'git status'))).toBe('ask git-config');
    } finally {
      own.remove();
    }
  });
});

test('an allowed git command does not run the file watcher that the repository names', async () => {
  const own = makeProject();
  try {
    const trace = path.join(own.root, 'ran');
    appendFileSync(path.join(own.root, '.git/config'), `[core]\n\tfsmonitor = "touch ${trace}; false"\n`);
    const { execution } = await judgeIn(own, 'git status');
    if (execution?.kind !== 'argv') throw new Error('expected an argv');
    execFileSync(execution.file, execution.args, { cwd: own.root, stdio: 'ignore' });
    expect(existsSync(trace)).toBe(false);
    // The trap is real: without the hardening the same command springs it.
    execFileSync('git', ['status'], { cwd: own.root, stdio: 'ignore' });
    expect(existsSync(trace)).toBe(true);
  } finally {
    own.remove();
  }
});
