import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../src/settings/settings.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');

/** The version that is set by `.env` and by `agent.yaml`. */
async function versionWith(env: Readonly<Record<string, string>>, agentYaml = '') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-version-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'config'));
  writeFileSync(join(root, 'config', 'agent.yaml'), agentYaml);
  const set = { HOME: root, PROJECT_ROOT: root, CONFIG_DIR: join(root, 'config'), ...env };
  const { whatsapp } = await readSettings({ packageRoot: PACKAGE, cwd: root, env: set });
  return whatsapp.version;
}

const AGENT_YAML = 'whatsapp:\n  version: [2, 3000, 7]\n';

test('WHATSAPP_VERSION wins over agent.yaml, which wins over what is known', async () => {
  expect([
    await versionWith({}),
    await versionWith({}, AGENT_YAML),
    await versionWith({ WHATSAPP_VERSION: '2.3000.1023223821' }, AGENT_YAML),
  ]).toEqual([undefined, [2, 3000, 7], [2, 3000, 1_023_223_821]]);
});

test('a WHATSAPP_VERSION that is none is named', async () => {
  await expect(versionWith({ WHATSAPP_VERSION: 'newest' })).rejects.toThrow(
    /WHATSAPP_VERSION.*three numbers/s,
  );
});
