import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newProcessId } from '../../src/core/ids.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { fill } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';
import { BOTH, makePlace, ONLY_WITHOUT, type Place, run, succeeds } from './sandbox-place.ts';

const isRoot = process.getuid?.() === 0;

const PROGRAMS = {
  'node_modules/.bin/tsc': 'tsc',
  'packages/a/node_modules/.bin/tsc': 'tsc',
  '.venv/bin/python': 'python',
  'vendor/bin/phpunit': 'phpunit',
};

const terminal = findProgram('script', process.env.PATH ?? '') ?? '';

/** Without this program the canary would be dead: the attack is left out, and says so. */
function hasProgram(name: string): boolean {
  const found = findProgram(name, process.env.PATH ?? '') !== undefined;
  if (!found) process.stderr.write(`Left out, it needs ${name}.\n`);
  return found;
}

describe('attacks on files fail in a sandbox, and only there', { tags: 'sandbox' }, () => {
  eachInFull([
    ['a folder of CI is moved away', 'mv .github x'],
    ['a folder of CI is replaced', 'rm -r .github && mkdir .github'],
    ['the package is replaced by a rename', 'echo "{}" >p && mv p package.json'],
    ['the package is replaced by a link', 'ln -sf a.txt package.json'],
    ['a protected file gets a second name', 'ln package.json other && echo x >>other'],
    ['permissions of a protected file', 'chmod 777 package.json'],
    ['a program of the project is replaced', 'echo evil >t && mv t node_modules/.bin/tsc'],
    ['a program of the project is added', 'echo evil >packages/a/node_modules/.bin/jest'],
    ['a program of an environment is changed', 'echo evil >>.venv/bin/python'],
    ['a program of composer is changed', 'echo evil >>vendor/bin/phpunit'],
    ['what hooks run is changed through a link', 'ln -s .git/hooks h && echo evil >h/pre-commit'],
  ])('%s', async (_name, line) => {
    const place = makePlace({ 'package.json': '{}', '.github/workflows/ci.yml': 'x', ...PROGRAMS });
    expect(await succeeds(place, line)).toEqual(ONLY_WITHOUT);
  });

  test.skipIf(!hasProgram('unshare'))('name spaces of its own do not open what is closed', async () => {
    const place = makePlace({ 'package.json': '{}' });
    const attempts = [
      'umount package.json; echo evil >package.json',
      'mount -o remount,bind,rw package.json; echo evil >package.json',
      'mount --bind /proc/self/root/etc x; umount -l .git; echo evil >.git/hooks/pre-commit',
      'umount -l ../.ssh; umount -l ..; cat ../.ssh/id_ed25519 >>stolen',
    ];
    const line = attempts.map((attempt) => `unshare -rm sh -c '${attempt}'`).join('; ');
    await run(place, { line: `(${line}) 2>/dev/null`, sandboxed: true });
    expect([
      readFileSync(join(place.project, 'package.json'), 'utf8'),
      existsSync(join(place.project, '.git/hooks/pre-commit')),
      existsSync(join(place.project, 'stolen')) && readFileSync(join(place.project, 'stolen'), 'utf8'),
    ]).toEqual(['{}', false, expect.not.stringContaining('PRIVATE')]);
  });

  test.skipIf(!hasProgram('unshare'))('a user namespace is made in the sandbox', async () => {
    expect(await succeeds(makePlace(), 'unshare -U true')).toEqual(ONLY_WITHOUT);
  });

  test.runIf(isRoot).each([
    ['chmod', 'chmod u+s a.txt'],
    ['chmod with its group', 'chmod 6755 a.txt'],
    ['install', 'install -m 4755 a.txt b.txt'],
    [
      'a new file',
      'python3 -c "import os; os.umask(0); os.close(os.open(\'b.txt\', os.O_CREAT | os.O_WRONLY, 0o4755))"',
    ],
    ['a descriptor', 'python3 -c "import os; os.fchmod(os.open(\'a.txt\', os.O_RDONLY), 0o4755)"'],
    ['a node', 'python3 -c "import os,stat; os.umask(0); os.mknod(\'b.txt\', stat.S_IFREG | 0o4755)"'],
    ['a copy', 'cp -p /usr/bin/su su'],
  ])('root leaves a setuid file behind: %s', { tags: 'full' }, async (_name, line) => {
    const place = makePlace();
    await run(place, { line: `umask 0; ${line}`, sandboxed: true });
    const find = { line: 'find . -perm -4000 | grep .', sandboxed: false };
    const inside = (await run(place, find)).stdout;
    await run(place, { line: `umask 0; ${line}`, sandboxed: false });
    expect([inside, (await run(place, find)).stdout]).toEqual([
      '',
      expect.stringMatching(/^\.\/(a|b)\.txt|^\.\/su/),
    ]);
  });

  test('ordinary modes can be set', async () => {
    const line =
      'umask 0; rm -rf d; chmod 755 a.txt && mkdir -m 2775 d && install -m 644 a.txt b.txt && test -g d -a -x a.txt';
    expect(await succeeds(makePlace(), line)).toEqual(BOTH);
  });

  test.runIf(isRoot)('settings of the kernel, for root', { tags: 'full' }, async () => {
    const same = 'v=$(cat /proc/sys/vm/swappiness) && echo "$v" >/proc/sys/vm/swappiness';
    expect(await succeeds(makePlace(), same)).toEqual(ONLY_WITHOUT);
    const { fate } = await run(makePlace(), { line: 'test -w /proc/sysrq-trigger', sandboxed: true });
    expect(fate).toMatchObject({ exitCode: 1 });
  });

  test('a folder whose yes was exchanged for a link opens nothing behind it', async () => {
    const place = makePlace();
    symlinkSync(join(place.home, '.ssh'), join(place.project, '.github'));
    const access = { network: false, writable: ['.github/workflows/ci.yml', '.github/id_ed25519'] };
    const line = 'mkdir -p .github/workflows; echo evil >.github/workflows/ci.yml; cat .github/id_ed25519';
    const { stdout } = await run(place, { line, sandboxed: true, access });
    expect([stdout, existsSync(join(place.home, '.ssh/workflows'))]).toEqual(['', false]);
  });

  test('a place that is not there yet opens neither the whole system nor the home', async () => {
    const place = makePlace();
    const access = { network: false, writable: ['/nosuch/file', '~/nosuch'] };
    const line = 'cat ../.ssh/id_ed25519; echo x >../new; echo x >/etc/canary; echo x >here; exit 0';
    const { stdout } = await run(place, { line, sandboxed: true, access });
    expect([
      stdout,
      existsSync('/etc/canary'),
      existsSync(join(place.home, 'new')),
      existsSync(join(place.project, 'here')),
    ]).toEqual(['', false, false, true]);
  });

  test('what would vanish with a private home is refused instead', async () => {
    const access = { network: false, writable: ['~/new.txt'] };
    const { fate } = await run(makePlace(), { line: 'cp a.txt ~/new.txt', sandboxed: true, access });
    expect(fate).toMatchObject({ exitCode: 1 });
  });
});

describe('attacks on what runs outside fail in a sandbox, and only there', { tags: 'sandbox' }, () => {
  eachInFull([
    ['abstract', (_place: Place) => '\0wasap-canary'],
    ['in the home', ({ home }: Place) => join(home, 's.sock')],
    ['in the project', ({ project }: Place) => join(project, 's.sock')],
  ])('a service on a unix socket is reached (%s)', async (_name, addressIn) => {
    const place = makePlace();
    const address = addressIn(place);
    const server = createServer((socket) => socket.destroy());
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(address, resolve));
    const quoted = JSON.stringify(address).replaceAll('"', '\\"').replace('\\u0000', '\\\\u0000');
    const line = `node -e "require('net').connect({path: ${quoted}}).on('connect', () => process.exit(0)).on('error', () => process.exit(1))"`;
    expect(await succeeds(place, line)).toEqual(ONLY_WITHOUT);
  });

  test('a socket of its own works', async () => {
    const line = `node -e "const s=require('net').createServer().listen('own.sock',()=>require('net').connect('own.sock',()=>process.exit(0)))"`;
    expect(await succeeds(makePlace(), `${line} && rm -f own.sock`)).toEqual(BOTH);
  });

  test('a process outside is ended', async () => {
    const victim = spawn('sleep', ['60'], { stdio: 'ignore' });
    onTestFinished(() => void victim.kill());
    const line = `kill -CONT ${victim.pid}`;
    expect(await succeeds(makePlace(), line)).toEqual(ONLY_WITHOUT);
  });

  test('a daemon that left its group goes on writing', { tags: 'full' }, async () => {
    const place = makePlace();
    const file = join(place.project, 'beat');
    const daemon = `setsid sh -c 'trap "" TERM HUP; (while :; do echo x >>beat; sleep 0.02; done) &' & until [ -s beat ]; do sleep 0.02; done`;
    await run(place, { line: daemon, sandboxed: true });
    const before = readFileSync(file, 'utf8').length;
    await sleep(200);
    expect([before > 0, readFileSync(file, 'utf8').length]).toEqual([true, before]);
  });

  test.skipIf(!hasProgram('script'))(
    'the terminal of the person is written to, and typed into',
    { tags: 'full' },
    async () => {
      const place = makePlace();
      const typed =
        "python3 -c \"import fcntl,termios; fcntl.ioctl(open('/dev/tty'), termios.TIOCSTI, b'x')\" 2>/dev/null";
      const line = `(echo SEEN >/dev/tty) 2>/dev/null; ${typed} && echo TYPED; true`;
      const environment = testEnvironment(place.home);
      const sandbox = testSandbox({ home: place.home, watchFolder: join(place.top, 'watch') });
      const inside = { workspace: place.project, access: { network: false, writable: [] }, environment };
      const held = await sandbox.wrap(['/bin/sh', '-c', line], inside, newProcessId());
      const onTerminal = (argv: readonly string[]): string => {
        const quoted = argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
        return execFileSync(terminal, ['-qec', quoted, '/dev/null'], { encoding: 'utf8', stdio: 'pipe' });
      };
      expect([onTerminal(held), onTerminal(['/bin/sh', '-c', line])]).toEqual([
        '',
        expect.stringContaining('SEEN'),
      ]);
    },
  );
});

describe('settings that come with a project stay inside with what they start', { tags: 'sandbox' }, () => {
  test('npm of a project whose .npmrc names a shell of its own', { tags: 'full' }, async () => {
    const place = makePlace({
      'package.json': '{"scripts":{"test":"true"}}',
      '.npmrc': 'script-shell=./evil.sh\nregistry=http://127.0.0.1:9/\n',
    });
    fill(place.project, {
      'evil.sh': '#!/bin/sh\necho ran\ncat ../.ssh/id_ed25519\necho x >../escaped\nenv\n',
    });
    const { stdout } = await run(place, { line: 'chmod +x evil.sh; npm test', sandboxed: true });
    expect({
      ran: stdout.includes('ran'),
      key: stdout.includes('PRIVATE'),
      secrets: /TOKEN|_KEY=|VITEST/.test(stdout),
      escaped: existsSync(join(place.home, 'escaped')),
    }).toEqual({ ran: true, key: false, secrets: false, escaped: false });
  });

  test('variables of git from outside are not inside', async () => {
    const { stdout } = await run(makePlace(), { line: 'env | grep ^GIT_ | sort', sandboxed: true });
    expect(stdout.split('\n').map((line) => line.replace(/=.*/, ''))).toEqual([
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_KEY_0',
      'GIT_CONFIG_KEY_1',
      'GIT_CONFIG_VALUE_0',
      'GIT_CONFIG_VALUE_1',
      'GIT_OPTIONAL_LOCKS',
      'GIT_PAGER',
      'GIT_TERMINAL_PROMPT',
      '',
    ]);
  });
});

describe('greed has its limits in a sandbox', { tags: 'sandbox' }, () => {
  test('endless output ends the command, and what is read of it is bounded', { tags: 'full' }, async () => {
    const { fate, stdout } = await run(makePlace(), { line: 'yes', sandboxed: true });
    expect([fate, stdout.length <= 4000]).toEqual([
      { kind: 'killed', reason: 'more than 100 MB of output', durationMs: expect.any(Number) },
      true,
    ]);
  });

  test('a file of 10 GB cannot be made in the project', async () => {
    const { fate } = await run(makePlace(), { line: 'truncate -s 10G big', sandboxed: true });
    expect(fate).not.toMatchObject({ exitCode: 0 });
  });

  test('the private folders in memory are bounded', async () => {
    const { stdout } = await run(makePlace(), {
      line: 'df -k --output=size /tmp ~ | tail -n 2 | tr -d " "',
      sandboxed: true,
    });
    expect(stdout).toBe('1048576\n1048576\n');
  });
});

describe('toolchains of the person', { tags: 'sandbox' }, () => {
  eachInFull(['.cargo/bin', '.pyenv/shims', '.nvm/versions/node/v20/bin', '.local/bin', 'go/bin'])(
    'in ~/%s can be run, and not changed',
    async (folder) => {
      const place = makePlace();
      fill(place.home, { [`${folder}/known`]: '#!/bin/sh\necho known runs\n' });
      const { stdout } = await run(place, {
        line: `sh ~/${folder}/known; echo evil 2>/dev/null >~/${folder}/known; sh ~/${folder}/known`,
        sandboxed: true,
      });
      expect(stdout).toBe('known runs\nknown runs\n');
    },
  );

  test('find room for their caches in the home, for as long as the command runs', async () => {
    const place = makePlace();
    const line =
      'mkdir -p ~/.cache/go-build ~/.npm ~/.cargo/registry && echo x >~/.cache/go-build/a && cat ~/.cache/go-build/a';
    const { stdout } = await run(place, { line, sandboxed: true });
    expect([stdout, existsSync(join(place.home, '.cache'))]).toEqual(['x\n', false]);
  });

  test.skipIf(!hasProgram('pytest'))('run the tests of a project (pytest)', { tags: 'full' }, async () => {
    const place = makePlace({ 'test_a.py': 'def test_a():\n    assert True\n' });
    // Version managers keep themselves in the real home.
    const real = { ...place, home: process.env.HOME ?? '/' };
    const { fate, stdout } = await run(real, { line: 'pytest -q -p no:cacheprovider', sandboxed: true });
    expect([fate.kind === 'exited' && fate.exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('1 passed'),
    ]);
  });
});
