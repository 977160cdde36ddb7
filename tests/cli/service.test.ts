import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  launchAgent,
  type ServiceProgram,
  serviceManager,
  systemdUnit,
} from '../../src/cli/service/service-manager.ts';
import { tempFolder } from '../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

/** Paths with every sign that a file of a service reads. */
const PROGRAM: ServiceProgram = {
  node: '/opt/node 22/bin/node',
  launcher: '/srv/a "b" $HOME %h\\n/dist/wasap.cjs',
  project: '/home/ana/100% shop <new> & more',
  environment: { CHANNELS: 'whatsapp', PATH: '/usr/bin:/opt/a b/%n', DATA_DIR: '/data/"x"\\y' },
  needsPrivileges: false,
};

test('the unit for systemd, with every sign quoted', async () => {
  await expect(systemdUnit(PROGRAM)).toMatchFileSnapshot('service-systemd.golden.txt');
});

test('where bubblewrap is setuid, the unit leaves it its privileges', () => {
  const unit = systemdUnit({ ...PROGRAM, needsPrivileges: true });
  expect(unit).not.toMatch(/^(NoNewPrivileges|RestrictRealtime)=/m);
});

test('the agent for launchd, with every sign quoted', async () => {
  await expect(launchAgent('wasap', PROGRAM)).toMatchFileSnapshot('service-launchd.golden.txt');
});

test('systemd finds nothing wrong with the unit, and reads its words as they are', {
  tags: 'systemd',
}, () => {
  const folder = tempFolder('unit "q" $x %n');
  onTestFinished(() => folder.remove());
  const launcher = path.join(folder.path, 'wasap.cjs');
  const file = path.join(folder.path, 'wasap.service');
  writeFileSync(file, systemdUnit({ ...PROGRAM, node: process.execPath, launcher, project: folder.path }));
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['--user', 'verify', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder.path, XDG_RUNTIME_DIR: folder.path },
  });
  expect({
    status,
    stdout,
    complaints: stderr.split('\n').filter((line) => line.includes('wasap.service')),
  }).toEqual({
    status: 0,
    stdout: '',
    complaints: [],
  });
});

test('on a system without a known manager there is none', () => {
  const at = { home: '/home/ana', configHome: undefined, userId: 1 };
  expect([
    serviceManager({ ...at, platform: 'win32' }),
    serviceManager({ ...at, platform: 'darwin' })?.file,
  ]).toEqual([undefined, '/home/ana/Library/LaunchAgents/wasap.plist']);
});

test('launchd replaces an agent that runs', () => {
  const at = { platform: 'darwin', home: '/Users/ana', configHome: undefined, userId: 501 } as const;
  const file = '/Users/ana/Library/LaunchAgents/wasap.plist';
  expect(serviceManager(at)?.start(true)).toEqual([
    ['launchctl', 'bootout', 'gui/501/wasap'],
    ['launchctl', 'bootstrap', 'gui/501', file],
  ]);
});

/** Stands in for systemd: notes what it is asked, and is active once it was started. */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >>"$HOME/asked"
case "$*" in
  *is-active*) test -e "$HOME/active" ;;
  *restart*) touch "$HOME/active" ;;
  *disable*) rm -f "$HOME/active" ;;
  *show-environment*) test ! -e "$HOME/absent" ;;
esac
`;

function place() {
  const folder = tempFolder('service');
  onTestFinished(() => folder.remove());
  for (const name of ['project', 'bin']) mkdirSync(path.join(folder.path, name));
  writeFileSync(path.join(folder.path, 'bin', 'systemctl'), SYSTEMCTL, { mode: 0o755 });
  const unit = path.join(folder.path, '.config/systemd/user/wasap.service');
  const asked = (): readonly string[] => {
    const file = path.join(folder.path, 'asked');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return lines.filter((line) => !/is-active|show-environment/.test(line));
  };
  return { folder: folder.path, unit, asked };
}

type Place = ReturnType<typeof place>;

function service({ folder }: Place, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = {
    cwd: path.join(folder, 'project'),
    env: {
      PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`,
      HOME: folder,
      DATA_DIR: path.join(folder, 'data'),
      ...env,
    },
  };
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [LAUNCHER, 'service', ...args],
      options,
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
    child.stdin?.end();
  });
}

const onLinux = process.platform === 'linux';

test.runIf(onLinux)('a dry run shows the unit and the commands, and does nothing', async () => {
  const at = place();
  const { code, output } = await service(at, ['install', '--dry-run'], {
    ANTHROPIC_API_KEY: 'sk-canary-12345678',
  });
  expect([code, existsSync(at.unit), at.asked()]).toEqual([0, false, []]);
  expect(output).toContain(`"${LAUNCHER}" start\nWorkingDirectory=${path.join(at.folder, 'project')}`);
  expect(output).toContain('systemctl --user restart wasap.service');
  expect(output).toContain("⚠️ The service won't see what only this shell has: ANTHROPIC_API_KEY\n");
  expect(output).not.toContain('sk-canary');
});

test.runIf(onLinux)('installed, shown and removed again', { tags: 'full' }, async () => {
  const at = place();
  const installed = await service(at, ['install', '--yes']);
  const unit = readFileSync(at.unit, 'utf8');
  const active = await service(at, ['status']);
  const removed = await service(at, ['uninstall', '--yes']);
  const none = await service(at, ['status']);
  expect(unit).toBe(/:\n\n(# Written by .*?\n)\nI'll run:/s.exec(installed.output)?.[1]);
  expect([installed, active, removed, none].map(({ code, errors }) => [code, errors])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
    [1, ''],
  ]);
  expect(active.output).toBe(`✅ The service is running.\nIts file: ${at.unit}\n`);
  expect([existsSync(at.unit), ...at.asked()]).toEqual([
    false,
    '--user daemon-reload',
    '--user enable wasap.service',
    '--user restart wasap.service',
    '--user disable --now wasap.service',
    '--user daemon-reload',
  ]);
});

test.runIf(onLinux)(
  'a unit that this installation would write otherwise is named by the status',
  { tags: 'full' },
  async () => {
    const at = place();
    await service(at, ['install', '--yes']);
    writeFileSync(at.unit, '[Service]\n');
    expect((await service(at, ['status'])).output).toContain('To renew it: wasap service install');
  },
);

test.runIf(onLinux)(
  'where systemd does not answer it says so behind the unit, and writes nothing',
  { tags: 'full' },
  async () => {
    const at = place();
    writeFileSync(path.join(at.folder, 'absent'), '');
    const { code, output, errors } = await service(at, ['install', '--yes']);
    expect([code, existsSync(at.unit), at.asked()]).toEqual([2, false, []]);
    expect(output).toContain('[Service]\nExecStart=');
    expect(errors).toMatch(
      /^wasap: systemd doesn't answer for your user here\. Nothing was changed\.\n.*wasap\.service\.\n$/,
    );
  },
);

test.runIf(onLinux).each<[string, Record<string, string>, RegExp]>([
  ['only the console', { CHANNELS: 'console' }, /A service has no terminal/],
  ['the home as a project', { AGENT_WRITE_ENABLED: 'true', PROJECT_ROOT: '/' }, /isn't a project/],
])('refused: %s', async (_title, env, why) => {
  const { code, errors } = await service(place(), ['install', '--yes'], env);
  expect([code, errors]).toEqual([2, expect.stringMatching(why)]);
});

test.runIf(onLinux)(
  'without a terminal it asks for --yes, and writes nothing',
  { tags: 'full' },
  async () => {
    const at = place();
    const { code, errors } = await service(at, ['install']);
    expect([code, errors, existsSync(at.unit)]).toEqual([2, expect.stringContaining('add --yes'), false]);
  },
);
