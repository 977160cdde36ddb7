import { expect, test } from 'vitest';
import { commandEnvironment } from '../../src/processes/command-environment.ts';

const SYSTEM = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Where links lead; everything else is a folder, but what is undefined here. */
const LINKS: Readonly<Record<string, string | undefined>> = {
  '/missing': undefined,
  '/run/shells/7/bin': '/home/ada/.local/share/fnm/v20/bin',
  '/opt/mine': '/home/ada/projects/x/bin',
  '/opt/packages': '/srv/wasap/node_modules/.bin',
  '/opt/system': '/usr/bin',
};
const folderAt = (path: string): string | undefined => (path in LINKS ? LINKS[path] : path);
const limits = { workspaces: ['/home/ada/projects', ''], folderAt };

test('holds the fixed values and nothing else when the host gives nothing', () => {
  expect(commandEnvironment({}, limits)).toEqual({
    CI: '1',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_KEY_1: 'core.quotePath',
    GIT_CONFIG_VALUE_0: 'false',
    GIT_CONFIG_VALUE_1: 'false',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    HOME: '/',
    LANG: 'C.UTF-8',
    PAGER: 'cat',
    PATH: SYSTEM,
    TERM: 'dumb',
    TMPDIR: '/tmp',
  });
});

test.each([
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'CLUSTER_SECRET',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'GIT_DIR',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_GLOBAL',
  'npm_config_registry',
  'BASH_ENV',
  'ENV',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PERL5OPT',
  'RUBYOPT',
  'EDITOR',
  'SSH_AUTH_SOCK',
  'HTTPS_PROXY',
  'UNHEARD_OF',
])('does not pass on %s', (name) => {
  expect(commandEnvironment({ [name]: 'x' }, limits)).toEqual(commandEnvironment({}, limits));
});

test.each([
  ['HOME', '/home/ada'],
  ['LANG', 'es_ES.UTF-8'],
  ['TMPDIR', '/var/folders/x'],
  ['NVM_DIR', '/home/ada/.nvm'],
  ['PYENV_ROOT', '/home/ada/.pyenv'],
])('passes on %s', (name, value) => {
  expect(commandEnvironment({ [name]: value }, limits)).toMatchObject({ [name]: value });
});

test.each([
  ['a toolchain comes before the system', '/home/ada/.nvm/bin:/usr/bin', `/home/ada/.nvm/bin:${SYSTEM}`],
  ['toolchains keep their order', '/opt/b:/opt/a:/opt/b', `/opt/b:/opt/a:${SYSTEM}`],
  ['a trailing slash is no other folder', '/opt/a/:/opt/a:/usr/bin/', `/opt/a:${SYSTEM}`],
  ['a workspace is left out', '/home/ada/projects/x/bin:/home/ada/projects', SYSTEM],
  ['a neighbour of a workspace stays', '/home/ada/projects-old/bin', `/home/ada/projects-old/bin:${SYSTEM}`],
  ['a way around into a workspace is left out', '/opt/../home/ada/projects/bin', SYSTEM],
  ['a shared folder is left out', '/tmp/bin:/var/tmp:/dev/shm/x', SYSTEM],
  ['the programs of packages are left out', '/srv/wasap/node_modules/.bin', SYSTEM],
  ['a relative or empty entry is left out', '.:bin::./x', SYSTEM],
  ['a folder that does not exist is left out', '/missing', SYSTEM],
  ['a link is followed', '/run/shells/7/bin:/opt/a', `/home/ada/.local/share/fnm/v20/bin:/opt/a:${SYSTEM}`],
  ['a link into a workspace is left out', '/opt/mine', SYSTEM],
  ['a link to the programs of packages is left out', '/opt/packages', SYSTEM],
  ['a link to the system is no toolchain', '/opt/system:/opt/a', `/opt/a:${SYSTEM}`],
])('PATH: %s', (_claim, hostPath, path) => {
  expect(commandEnvironment({ PATH: hostPath }, limits).PATH).toBe(path);
});

test('git looks for no repository in a folder of projects or above it', () => {
  expect(commandEnvironment({}, { ...limits, ceiling: '/home/ada/projects' })).toEqual({
    ...commandEnvironment({}, limits),
    GIT_CEILING_DIRECTORIES: '/home/ada/projects',
  });
});
