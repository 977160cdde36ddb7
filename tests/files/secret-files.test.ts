import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LearnSecrets } from '../../src/contracts/exec.ts';
import { createSecretFiles } from '../../src/files/secret-files.ts';
import { isSecretPath } from '../../src/policy/file-classes.ts';
import { secretsInText } from '../../src/policy/find-secrets.ts';
import { fill, temporaryFolder } from '../processes/parts.ts';

function learner(): { readonly learned: string[]; readonly look: LearnSecrets } {
  const learned: string[] = [];
  const learn = (values: readonly string[]): void => void learned.push(...values);
  return { learned, look: createSecretFiles({ isSecret: isSecretPath, valuesIn: secretsInText, learn }) };
}

test('secret files of the workspace are read, others are not', async () => {
  const root = fill(temporaryFolder(), {
    '.env': 'API_KEY=in-the-root\n',
    'packages/api/.env.local': 'API_KEY=in-a-package\n',
    'apps/a/b/c/d/e/.env': 'API_KEY=deep-below\n',
    '.env.example': 'API_KEY=only-an-example\n',
    'src/settings.ts': 'API_KEY=in-the-source\n',
    'node_modules/x/.env': 'API_KEY=of-a-package\n',
    'big.pem': `KEY=${'x'.repeat(70_000)}\n`,
  });
  const { learned, look } = learner();
  await look(root);
  expect(learned).toEqual(['in-the-root', 'in-a-package', 'deep-below']);
});

test('a file is read again when it changed, and one that appears is read', async () => {
  const root = fill(temporaryFolder(), { '.env': 'API_KEY=first-value\n' });
  const { learned, look } = learner();
  await look(root);
  await look(root);
  writeFileSync(join(root, '.env'), 'API_KEY=other-value\n');
  utimesSync(join(root, '.env'), 1, 1);
  writeFileSync(join(root, 'id_rsa'), 'MIIEvQIBADANBgkqhk\n');
  await look(root);
  expect(learned).toEqual(['first-value', 'other-value', 'MIIEvQIBADANBgkqhk']);
});

test('a folder that is not there teaches nothing', async () => {
  const { learned, look } = learner();
  await look('/no/such/folder');
  expect(learned).toEqual([]);
});

test.each([
  [['cat', '../shop/.env']],
  [['cat', 'link/.env']],
  [['grep', '-r', 'KEY', '../shop']],
  [['bash', '-c', 'cd ../shop; cat ./.env']],
  [['bash', '-c', 'cat ../shop/.e*>x']],
  [['tool', '--from=../shop/.env']],
])('a command that is let into another project: what its secret files hold is learned (%j)', async (argv) => {
  const folder = temporaryFolder();
  fill(folder, { 'own/.env': 'API_KEY=of-this-one\n', 'shop/.env': 'API_KEY=of-the-other\n' });
  symlinkSync('../shop', join(folder, 'own/link'));
  const { learned, look } = learner();
  await look(join(folder, 'own'), argv);
  expect(learned.toSorted()).toEqual(['of-the-other', 'of-this-one']);
});

test('a command that names nothing outside is looked for nowhere else', async () => {
  const folder = temporaryFolder();
  fill(folder, { 'own/.env': 'API_KEY=of-this-one\n', '.env': 'API_KEY=of-the-other\n' });
  const { learned, look } = learner();
  await look(join(folder, 'own'), ['cat', '*', 'no/such', '--all', './src']);
  expect(learned).toEqual(['of-this-one']);
});
