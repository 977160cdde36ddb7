import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PathGuard } from '../../src/contracts/workspace-files.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { makeProject, type Project } from './project.ts';

let project: Project;
let guard: PathGuard;
beforeAll(() => {
  project = makeProject();
  symlinkSync('loop-b', path.join(project.root, 'loop-a'));
  symlinkSync('loop-a', path.join(project.root, 'loop-b'));
  symlinkSync('src/app.ts', path.join(project.root, 'link.ts'));
  symlinkSync('src/new.ts', path.join(project.root, 'link-to-new.ts'));
  symlinkSync('.git', path.join(project.root, 'repository'));
  writeFileSync(path.join(project.root, 'src/a\\b.ts'), '');
  guard = createPathGuard({ root: project.root });
});
afterAll(() => project.remove());

describe('a path inside the workspace is resolved', () => {
  test.each([
    ['src/app.ts', 'src/app.ts', true],
    ['./src//deep/../app.ts', 'src/app.ts', true],
    ['.', '', true],
    ['src', 'src', true],
    ['link.ts', 'src/app.ts', true],
    ['link-to-new.ts', 'src/new.ts', false],
    ['new/folder/file.ts', 'new/folder/file.ts', false],
    ['src/app.ts/below', 'src/app.ts/below', false],
    ['.env.example', '.env.example', true],
    ['..hidden', '..hidden', false],
    ['docs/résumé.md', 'docs/résumé.md', false],
    ['.gitignore', '.gitignore', false],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml', false],
    // On Linux a name may hold one; where there is no such file, it is a path as Windows writes them.
    ['src/a\\b.ts', 'src/a\\b.ts', true],
  ])('%s', async (asked, relative, exists) => {
    expect(await guard.resolve(asked, 'read')).toEqual({
      real: path.join(project.root, relative),
      relative,
      exists,
    });
  });

  test('an absolute one too', async () => {
    const asked = path.join(project.root, 'src/app.ts');
    expect(await guard.resolve(asked, 'write')).toEqual({
      real: asked,
      relative: 'src/app.ts',
      exists: true,
    });
  });
});

describe('a path that leads out is refused, whatever it looks like', () => {
  test.each([
    '..',
    '../other/secret.txt',
    'src/../../other',
    '/etc/hosts',
    '/',
    'way-out',
    'way-out/secret.txt',
    'way-out/not-there',
    'way-out/../other/secret.txt',
    'dangling',
    '../project-evil/x',
    'loop-a',
  ])('%s', async (asked) => {
    await expect(guard.resolve(asked, 'write')).rejects.toMatchObject({ kind: 'denied' });
  });

  test('a link followed by ".." means the parent of its target', async () => {
    await expect(guard.resolve('way-out/../x', 'read')).rejects.toMatchObject({ facts: { rule: 'outside' } });
  });
});

describe('.git is refused in every spelling', () => {
  test.each([
    '.git',
    '.git/config',
    'sub/.git/hooks/pre-commit',
    '.GIT/config',
    'GIT~1/config',
    '.git./config',
    '.git /config',
    '.git::$INDEX_ALLOCATION/config',
    '.g\u200cit/config',
    '．git/config',
    'repository/config',
  ])('%j', async (asked) => {
    await expect(guard.resolve(asked, 'write')).rejects.toMatchObject({
      kind: 'denied',
      facts: { rule: 'git' },
    });
  });
});

describe('the secret list', () => {
  test.each([
    ...['.env', '.env.local', '.env.production', '.envrc', 'sub/.ENV', '.env.', 'prod.env', '.env\u200b'],
    ...['.ssh/config', '.aws/credentials', '.kube/config', '.docker/config.json', '.config/gh/hosts.yml'],
    ...['.npmrc', '.pypirc', '.netrc', '.git-credentials', 'certs/a.PEM', 'a.key', 'a.p12', 'a.jks'],
    ...['id_rsa', 'id_ed25519.bak', 'id_work', 'terraform.tfstate', 'terraform.tfstate.backup'],
    ...['credentials', 'credentials.json', 'wa-auth/creds.json', '.bash_history', '.env/inside'],
    ...[
      '.vault_pass',
      'ansible/vault-password.txt',
      '.dev.vars',
      '.dev.vars.staging',
      '.secrets.yaml',
      '.flaskenv',
    ],
    ...[
      'env.production',
      'prod.env.bak',
      'a/.env.bak',
      'kubeconfig',
      'prod.kubeconfig',
      'kubeconfig-prod.yaml',
    ],
    ...['auth.json', '.composer/auth.json', '.yarnrc.yml', '.m2/settings.xml', 'gradle.properties'],
    ...['android/local.properties', '.sentryclirc', 'wp-config.php', 'appsettings.Production.json'],
    ...['app/google-services.json', 'GoogleService-Info.plist', 'client_secret_12.json', 'secrets.prod.yaml'],
    ...[
      '.pg_service.conf',
      '.databrickscfg',
      '.lftprc',
      '.msmtprc',
      '.curlrc',
      '.erlang.cookie',
      '.claude.json',
    ],
    ...['rclone.conf', 'pip.conf', 'kaggle.json', 'key.properties', '.sbt/.credentials', 'oauth_creds.json'],
    ...[
      'ssh_host_ed25519_key',
      'deploy_rsa',
      'client.ovpn',
      'wg0.conf',
      'app.keytab',
      'private.jwk',
      'secring.gpg',
    ],
    ...[
      '.ansible_vault_pass',
      '.restic-password',
      'encrypted_data_bag_secret',
      'hudson.util.Secret',
      '#.env#',
    ],
    ...[
      '.oci/config',
      '.snowflake/connections.toml',
      '.fly/config.yml',
      '.circleci/cli.yml',
      '.dbt/profiles.yml',
    ],
    ...['.config/stripe/config.toml', '.config/solana/id.json', 'gha-creds-0a1b.json', 'sftp-config.json'],
    ...['wallet.dat', 'mnemonic.txt', 'app/config/parameters.yml'],
    ...['api_key.txt', 'deploy.token', 'bot-token', 'github_access_token.json', 'signing_key', 'cookies.txt'],
  ])('holds %j', (relative) => {
    expect(guard.isSecret(relative)).toBe(true);
  });

  test.each([
    ...['.env.example', '.env.sample', 'src/env.ts', 'id_rsa.pub', 'src/id_map.ts', 'src/credentials.ts'],
    ...['README.md', 'keys.md', 'src/key.ts', 'docs/environment.md', 'monkey', 'package.json'],
    ...[
      'appsettings.json',
      'tokens.json',
      'design-tokens.json',
      'env.d.ts',
      'settings.xml',
      'gradle-wrapper.properties',
    ],
    ...[
      'wp-config-sample.php',
      'src/token.ts',
      'tokenizer.json',
      'i18n/keys.json',
      'auth.ts',
      'public_key.txt',
    ],
    ...[
      'lib/crypto_rsa/sign.go',
      'render_pass/pass.rs',
      'privateRoutes.json',
      '.circleci/config.yml',
      'seed.sql',
    ],
    ...['.netlify/state.json', 'profiles.yml', 'config/config.yml', 'wallet.ts', 'keystore.ts', 'shadow.css'],
    ...[
      'env/bin/python',
      'hosts.json',
      'vault.ts',
      'PasswordField.tsx',
      'server_rsa.pub',
      'special_tokens_map.json',
    ],
    ...[
      'local.properties.example',
      'secretary.yaml',
      'environment.prod.ts',
      'cookies.ts',
      'messages.properties',
    ],
  ])('does not hold %j', (relative) => {
    expect(guard.isSecret(relative)).toBe(false);
  });

  test('is applied to where a link leads', async () => {
    await expect(guard.resolve('settings.txt', 'read')).rejects.toMatchObject({
      kind: 'denied',
      message: 'settings.txt may hold secrets and stays closed. Work without it, or ask the person.',
    });
  });
});

describe('the protected list', () => {
  test.each([
    ...[
      'package.json',
      'packages/a/package.json',
      'Makefile',
      'GNUmakefile',
      'rules.mk',
      'tests/conftest.py',
    ],
    ...[
      'pytest.ini',
      'setup.cfg',
      'pyproject.toml',
      '.gitattributes',
      '.github/workflows/ci.yml',
      '.gitlab-ci.yml',
    ],
    ...['.husky/pre-commit', '.vscode/tasks.json', '.envrc', '.git/hooks/x', 'Jenkinsfile', 'PACKAGE.JSON'],
    ...['config/tool-commands.yaml', '.cargo/config.toml'],
  ])('holds %j', (relative) => {
    expect(guard.isProtected(relative)).toBe(true);
  });

  test.each([
    'src/app.ts',
    'package.json.ts',
    'docs/Makefile.md',
    'tests/test_app.py',
    '.gitignore',
    'tsconfig.json',
  ])('does not hold %j', (relative) => {
    expect(guard.isProtected(relative)).toBe(false);
  });
});

describe('what no file of the workspace is called is invalid', () => {
  test.each([
    ['', /empty/],
    ['a\0b', /NUL/],
    ['x'.repeat(256), /too long/],
    ['é'.repeat(128), /too long/],
    ['x/'.repeat(2_049), /too long/],
    ['src\\app.ts', /Use \/ between folders/],
    ['..\\..\\etc', /Use \/ between folders/],
    ['C:/Windows', /Use \/ between folders/],
  ])('%j', async (asked, message) => {
    await expect(guard.resolve(asked, 'read')).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    });
  });
});

test('the folders of the program itself are refused inside the workspace, through links too', async () => {
  const own = path.join(project.root, 'state');
  mkdirSync(own);
  writeFileSync(path.join(own, 'wasap.db'), '');
  symlinkSync('state', path.join(project.root, 'alias'));
  const guarded = createPathGuard({ root: project.root, ownFolders: [own] });
  await expect(guarded.resolve('state/wasap.db', 'read')).rejects.toMatchObject({ facts: { rule: 'own' } });
  await expect(guarded.resolve('alias/new', 'write')).rejects.toMatchObject({ facts: { rule: 'own' } });
  expect((await guarded.resolve('stateless', 'write')).relative).toBe('stateless');
});

test('a root that is a link is taken by its real path', () => {
  const link = path.join(project.outside, 'link');
  symlinkSync(project.root, link);
  expect(createPathGuard({ root: link }).root).toBe(project.root);
});

test('a root that does not exist is not found', () => {
  expect(() => createPathGuard({ root: path.join(project.root, 'nowhere') })).toThrow(
    expect.objectContaining({ kind: 'not-found' }),
  );
});
