import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../src/contracts/access.ts';
import { createNoteStore } from '../../../src/features/notes/note.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { realNotes } from '../../support/real-notes.ts';

const BEA = '34600333444';
const people: readonly Person[] = [
  { phone: ANA, role: 'owner', workspaces: undefined },
  { phone: BEA, role: 'member', workspaces: undefined },
];
const TEAM = { chat: 'team@g.us', group: { addressed: true } } as const;

let folder: string;
let rig: GatewayRig;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-remember-'));
  rig = await gatewayRig({
    locale: 'en',
    access: { people, groups: [{ id: TEAM.chat, people: [ANA, BEA] }] },
    notes: (store, clock) => realNotes(folder, createNoteStore(store.database), clock),
  });
});
afterEach(async () => {
  await rig.remove();
  rmSync(folder, { recursive: true, force: true });
});

const told = () => JSON.stringify(rig.phone.sent.at(-1)?.body);
const at = (name: string) => path.join(folder, 'workspace', name);

test('a member has nothing kept, by whatever name', async () => {
  await rig.say('/remember tools: make check', { sender: BEA, chat: BEA });
  const refused = told();
  await rig.say('/recuerda deshacer', { sender: BEA, chat: BEA });
  expect([refused, told(), existsSync(at(''))]).toEqual([
    expect.stringMatching(/owner/),
    expect.stringMatching(/owner/),
    false,
  ]);
});

test('in a group an owner keeps what is about the project, and nothing about themselves', async () => {
  await rig.say('/remember I prefer pytest', TEAM);
  const refused = told();
  await rig.say('/remember tools: make check', TEAM);
  expect([refused, existsSync(at('USER.md')), readFileSync(at('TOOLS.md'), 'utf8')]).toEqual([
    expect.stringContaining('stays in our own chat'),
    false,
    '- make check\n',
  ]);
});
