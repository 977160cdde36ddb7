import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import { createWorkspaces } from '../../../../src/git/workspaces/workspaces.ts';
import { cronsIn } from '../../../support/crons.ts';
import { type GatewayRig, gatewayRig } from '../../../support/gateway-rig.ts';
import { sideBySide } from '../../../support/side-by-side.ts';
import { addCron, CHAT, cronOf } from './scene.ts';

let top: string;
let rig: GatewayRig;
const at = (...names: string[]): string => path.join(top, ...names);

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-cron-projects-')));
  for (const name of ['main', 'projects/shop', 'projects/blog']) mkdirSync(at(name), { recursive: true });
});
afterEach(async () => {
  await rig.remove();
  rmSync(top, { recursive: true });
});

async function open({ root }: { root: string | undefined } = { root: at('projects') }): Promise<void> {
  const workspaces = createWorkspaces({ usual: at('main'), root, ownFolders: [], environment: {} });
  rig = await gatewayRig({
    locale: 'en',
    program: { ...sideBySide().program, workspaces, timezone: 'UTC' },
  });
}

const last = (): string => (rig.phone.texts.at(-1) ?? '').replaceAll(top, '');
const projects = () => rig.sessions().map(({ project }) => project.replace(top, ''));
const first = () => cronsIn(rig.store).listOfChat(CHAT)[0]?.name ?? '';

test('a task by cron works where it was set, whatever its chat has chosen since', async () => {
  await open();
  for (const text of ['/workspace switch shop', '/cron add "0 13 * * *" /agent run the tests'])
    await rig.say(text);
  const told = last().split('\n')[2];
  await rig.say('/workspace switch blog');
  await rig.say('/cron list');
  const listed = last().split('\n').at(-1);
  await rig.clock.advance(HOUR_MS);
  expect([told, listed, projects()]).toEqual([
    '📁 In shop, even if this chat switches projects.',
    '   next Fri 20 Nov 13:00 · in shop',
    ['/projects/shop'],
  ]);
});

test('at once, too', async () => {
  await open();
  for (const text of ['/workspace switch shop', '/cron add "0 13 * * *" /agent run the tests'])
    await rig.say(text);
  await rig.say('/workspace switch blog');
  await rig.say(`/cron run ${first()}`);
  expect(projects()).toEqual(['/projects/shop']);
});

test('whose project is gone begins nothing anywhere, and its chat is told which', async () => {
  await open();
  await rig.say('/workspace switch shop');
  await rig.say('/cron add "0 13 * * *" /agent run the tests');
  await rig.say('/workspace switch blog');
  rmSync(at('projects/shop'), { recursive: true });
  const name = first();
  await rig.clock.advance(HOUR_MS);
  expect([projects(), last()]).toEqual([
    [],
    `⏰ cron ${name}\nNothing started: its project shop is gone.\nDelete it with /cron delete ${name}, then create it again in another project.`,
  ]);
  await rig.clock.advance(MINUTE_MS);
  expect(cronsIn(rig.store).listOfChat(CHAT)[0]?.failures).toBe(1);
});

test('one from before there were several works where its chat works', async () => {
  await open();
  addCron(rig, { message: '/agent run the tests' });
  await rig.say('/workspace switch blog');
  await rig.clock.advance(HOUR_MS);
  expect(projects()).toEqual(['/projects/blog']);
});

test('with one project alone follows it when it moves, and names none', async () => {
  await open({ root: undefined });
  const id = addCron(rig, { message: '/agent run the tests', workspace: at('elsewhere') });
  await rig.say('/cron list');
  const listed = last();
  await rig.clock.advance(HOUR_MS);
  expect([listed.includes('📁'), projects(), cronOf(rig, id).workspace]).toEqual([
    false,
    ['/main'],
    at('elsewhere'),
  ]);
});
