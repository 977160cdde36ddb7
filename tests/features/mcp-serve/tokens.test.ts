import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CliHost } from '../../../src/contracts/sub-command.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { OpenMcpServe } from '../../../src/features/mcp-serve/cli/serve.ts';
import { addToken, listTokens, revokeToken } from '../../../src/features/mcp-serve/cli/token.ts';
import { createOutsideTaskStore } from '../../../src/features/mcp-serve/outside-task-store.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { filesHolding } from '../../support/files-holding.ts';
import { openTestStore } from '../../support/test-store.ts';

let folder: string;
let store: OpenStore;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tokens-'));
  store = openTestStore({ path: path.join(folder, 'wasap.db') });
  said = [];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const host = {
  output: { write: (text: string) => said.push(text) > 0 },
} as unknown as CliHost;

const open: OpenMcpServe = async () => ({
  locale: 'en',
  token: undefined,
  hasProjects: false,
  projectNames: () => ['shop'],
  agents: store.outsideAgents,
  ports: {
    version: '0.1.0',
    store,
    rows: createOutsideTaskStore(store.database),
    redact: (text) => text,
    clock: systemClock,
    handIn: () => Promise.reject(new Error('nothing is handed in in this test')),
  },
  close: () => undefined,
});

const add = (name: string): Promise<void> => addToken(host, name, { role: 'member' }, open);
const names = (): readonly string[] => store.outsideAgents.all().map(({ name }) => name);

test('a token is shown once, and kept as a hash', async () => {
  await add('ci-bot');
  const token = /^wasap-[\w-]{43}$/m.exec(said.join(''))?.[0] ?? '';
  expect([store.outsideAgents.findByToken(token)?.name, filesHolding(folder, token)]).toEqual(['ci-bot', []]);
  said.length = 0;
  await listTokens(host, open);
  expect(said.join('')).toMatch(/ci-bot +member +\d{4}-\d\d-\d\d +every project/);
});

test.each(['../x', 'Ana', 'a b', 'ci\u202e', '', 'x'.repeat(31), 'mcp:ci-bot', '-x', 'ñandú', 'a\n'])(
  '%j is no name of an agent: it could be another, or something else',
  async (name) => {
    await expect(add(name)).rejects.toMatchObject({ kind: 'invalid' });
    expect(names()).toEqual([]);
  },
);

test('a name is used once, also when its token was revoked', async () => {
  await add('ci-bot');
  await expect(add('ci-bot')).rejects.toMatchObject({ kind: 'conflict' });
  await revokeToken(host, 'ci-bot', open);
  await expect(add('ci-bot')).rejects.toMatchObject({ kind: 'conflict' });
  expect(names()).toEqual(['ci-bot']);
});

test('a project that is not here is told with the token: its name may be a slip', async () => {
  await addToken(host, 'ci-bot', { role: 'member', workspace: ['shop'] }, open);
  const right = said.join('').includes('⚠️');
  await addToken(host, 'qa-bot', { role: 'member', workspace: ['shop', 'shpo'] }, open);
  expect([right, said.join('')]).toEqual([
    false,
    expect.stringContaining('\n⚠️ No project here has this name yet: shpo\nTo take it back: '),
  ]);
});
