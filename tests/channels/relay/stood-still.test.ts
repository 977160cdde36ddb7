/** @module-tag postgres */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { conversationKey } from '../../../src/cluster/names.ts';
import { placeConversations } from '../../../src/cluster/placement/placements.ts';
import { OWN_WITHIN_MS } from '../../../src/contracts/machines.ts';
import { joinAs, openDatabase } from '../../cluster/rig.ts';
import { type CompiledChild, compileChild } from '../../store/child.ts';
import { fakePull, type GitHubServer, startGitHubServer } from '../../support/github-server/server.ts';
import { freshDatabase, runSql } from '../../support/postgres.ts';
import { tempFolder } from '../../support/program.ts';
import { makeProjectWithRemote, remoteBeside } from '../../support/project-with-remote.ts';
import { git } from '../../support/sample-project.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { CHAT, FRONT } from './fake-front.ts';
import { CELL } from './rig.ts';

let child: CompiledChild;
beforeAll(async () => {
  child = await compileChild(new URL('./children/reaches-remote.ts', import.meta.url));
});
afterAll(() => child.remove());

interface Stop {
  /** A certificate that its program trusts in, beside those of everybody. */
  readonly trusts?: string;
  /** Called when it is asked whose the chat is. */
  readonly asked?: () => void;
  /** `machine`: git and its hook, too. */
  readonly what: 'cell' | 'machine';
  /** The chat lives elsewhere when it goes on. */
  readonly isMoved: boolean;
  /** The number of the pull request to be closed. */
  readonly closes?: number;
}

/** A cell stands still right after PostgreSQL has said that the chat is its own. What it says when it is over. */
async function standsStill(remote: string, { what, isMoved, trusts, asked, closes }: Stop): Promise<string> {
  const url = await freshDatabase();
  const cluster = await openDatabase(url);
  await joinAs(cluster, CELL);
  const conversation = conversationKey(FRONT, CHAT);
  await cluster.transaction((sql) => placeConversations(sql, FRONT, [{ conversation, person: CHAT }]));
  const words = [url, remote, what, ...(closes === undefined ? [] : [String(closes)])];
  const cell = child.start(words, trusts === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusts });
  onTestFinished(() => void cell.kill('SIGKILL'));
  const said: string[] = [];
  cell.stderr?.on('data', (bytes) => said.push(String(bytes)));
  const ended = once(cell, 'exit');
  const stopped = await firstLine(cell);
  asked?.();
  // It says so before it stops itself: a signal that goes on comes too early until then, and is lost.
  await vi.waitFor(() => expect(stateOf(cell)).toMatch(/^T/), { timeout: 20_000 });
  if (isMoved) {
    await runSql(url, `UPDATE wasap.placements SET cell = 'other', epoch = epoch + 1`);
    await new Promise((resolve) => setTimeout(resolve, OWN_WITHIN_MS));
  }
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  await ended;
  return said.join('');
}

/** As `ps` names it; `T` is stopped. */
function stateOf({ pid }: ChildProcess): string {
  return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
}

async function firstLine({ stdout }: ChildProcess): Promise<readonly number[]> {
  if (stdout === null) throw new Error('its output is read');
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  return z.array(z.int()).parse(JSON.parse(line));
}

async function pushes(stop: Stop): Promise<object> {
  const folder = tempFolder('stood-still');
  onTestFinished(() => folder.remove());
  const project = path.join(folder.path, 'shop');
  makeProjectWithRemote(project);
  git(project, 'branch', 'notes');
  const said = await standsStill(project, stop);
  return { isThere: git(remoteBeside(project), 'branch', '--list', 'notes') !== '', said };
}

async function opens(stop: Stop): Promise<object> {
  const server = await startGitHubServer();
  onTestFinished(() => server.close());
  const said = await standsStill(server.url, stop);
  return { isThere: server.pulls.length > 0, said };
}

/** The same over https, as to GitHub itself. */
async function opensSecurely(stop: Stop, through = straight): Promise<object> {
  const { server, trusts } = await secureServer();
  const said = await standsStill(await through(server.url), { ...stop, trusts });
  return { isThere: server.pulls.length > 0, said };
}

async function closesSecurely(stop: Stop): Promise<object> {
  const { server, trusts } = await secureServer();
  const pull = fakePull({ number: 7 });
  server.pulls.push(pull);
  const said = await standsStill(server.url, { ...stop, trusts, closes: pull.number });
  return { isThere: pull.state === 'closed', said };
}

async function secureServer(): Promise<{ readonly server: GitHubServer; readonly trusts: string }> {
  const folder = tempFolder('stood-still-tls');
  onTestFinished(() => folder.remove());
  const own = selfSigned('127.0.0.1');
  const trusts = path.join(folder.path, 'own.pem');
  writeFileSync(trusts, own.cert);
  const server = await startGitHubServer(own);
  onTestFinished(() => server.close());
  return { server, trusts };
}

const straight = async (url: string): Promise<string> => url;

const HELD_BACK_MS = 1500;

/**
 * On the way to this server what a connection brings is held back for a while; `goesOn` is called when it no longer is.
 */
async function heldBack(url: string, goesOn: () => void): Promise<string> {
  const way = createServer((socket) => {
    const there = connect(Number(new URL(url).port), '127.0.0.1');
    for (const end of [socket, there]) end.on('error', () => undefined);
    there.pipe(socket);
    setTimeout(() => {
      goesOn();
      socket.pipe(there);
    }, HELD_BACK_MS);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void way.close());
  return `https://127.0.0.1:${(way.address() as AddressInfo).port}`;
}

const LONG = { timeout: 90_000 };
const REACHED = { isThere: true, said: '' };
const KEPT_OFF = { isThere: false, said: expect.stringContaining('lost contact') };

test('a cell that stood still between the answer and its push does not push', LONG, async () => {
  expect(await pushes({ what: 'cell', isMoved: true })).toEqual(KEPT_OFF);
});

test('nor does git, when all of its machine stood still', { ...LONG, tags: 'full' }, async () => {
  expect(await pushes({ what: 'machine', isMoved: true })).toEqual(KEPT_OFF);
});

test('a cell that stood still between the answer and its request opens no pull request', {
  ...LONG,
  tags: 'full',
}, async () => {
  expect(await opens({ what: 'cell', isMoved: true })).toEqual(KEPT_OFF);
});

test('nor over https, as to GitHub itself', { ...LONG, tags: 'full' }, async () => {
  expect(await opensSecurely({ what: 'cell', isMoved: true })).toEqual(KEPT_OFF);
});

test('nor does it close one over https', { ...LONG, tags: 'full' }, async () => {
  expect(await closesSecurely({ what: 'cell', isMoved: true })).toEqual(KEPT_OFF);
});

test('over https it asks when the connection is secured, not before: the way there may take long', {
  ...LONG,
  tags: 'full',
}, async () => {
  const order: string[] = [];
  const stop = { what: 'cell', isMoved: false, asked: () => void order.push('asked') } as const;
  const opened = await opensSecurely(stop, (url) => heldBack(url, () => order.push('secured')));
  // Before that it looks for one that is open already.
  expect([order.slice(-2), opened]).toEqual([['secured', 'asked'], REACHED]);
});

/** What is kept off is real. */
test.each<[string, typeof pushes, Stop['what']]>([
  ['pushes', pushes, 'cell'],
  ['pushes', pushes, 'machine'],
  ['opens its pull request', opens, 'cell'],
  ['opens its pull request over https', opensSecurely, 'cell'],
  ['closes one over https', closesSecurely, 'cell'],
])('for a moment, and the chat stayed: it %s', { ...LONG, tags: 'full' }, async (_, goOn, what) => {
  expect(await goOn({ what, isMoved: false })).toEqual(REACHED);
});
