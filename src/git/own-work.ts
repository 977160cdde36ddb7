import { constants } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_WITHIN_MS, type Ownership } from '../contracts/machines.ts';
import { codeOf, Failure } from '../core/failure.ts';
import type { ConversationId } from '../core/ids.ts';
import { shellWord } from '../core/text.ts';
import { fault } from '../core/texts/faults.ts';
import type { GitResult } from './run-git.ts';

export type OwnsItsWork = Ownership['ownsItsWork'];

/**
 * Right before something reaches a remote: a machine that stood still or was cut off does not know that its work goes
 * on elsewhere. Resolves with a check for the very last moment, because it may also stand still after the answer: that
 * one throws the same Failure once the answer is too old.
 * @throws Failure `unavailable` when the work may go on elsewhere
 */
export async function assertOwnWork(
  ownsItsWork: OwnsItsWork,
  conversation: ConversationId,
): Promise<() => void> {
  const isLate = lateBy(OWN_WITHIN_MS);
  if (!(await ownsItsWork(conversation))) throw outOfTouch();
  return () => {
    if (isLate()) throw outOfTouch();
  };
}

function outOfTouch(): Failure {
  return new Failure('unavailable', fault('git-out-of-touch'));
}

/** By both clocks: one does not count while a machine sleeps, the other can be set. */
function lateBy(ms: number): () => boolean {
  const [upMs, nowMs] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - upMs, Date.now() - nowMs) > ms;
}

/** What the hook writes when it keeps git from pushing. */
const REFUSED = 'wasap-agent: not pushed';

/**
 * Asks the program, which asks whether the work is still its own, and lets git go on only with a yes that is young
 * enough, by its own clocks: the program, or all of this machine, may stand still before the answer and after it.
 */
const ASK = `
const { connect } = require('node:net');
const [socket, limit] = process.argv.slice(-2);
const [up, now] = [performance.now(), Date.now()];
const refuse = () => { console.error('${REFUSED}'); process.exit(1); };
const asks = connect(socket);
asks.on('error', refuse).on('close', refuse);
asks.on('data', () => {
  if (Math.max(performance.now() - up, Date.now() - now) > Number(limit)) refuse();
  process.exit(0);
});
setTimeout(refuse, Number(limit));
`;

/**
 * Runs a push whose only hook is ours. Git starts it when it has reached the remote and knows its branches, right
 * before it sends what is to change: nothing later than that can be asked of git.
 * @param mayPush throws Failure when it must not be
 * @param push with `core.hooksPath`
 * @throws what `mayPush` throws, and Failure `unavailable` when its answer came too late
 */
export async function withPushHook(
  mayPush: () => Promise<unknown>,
  push: (hooksPath: string) => Promise<GitResult>,
): Promise<GitResult> {
  // Short, because a socket's path may have about 100 bytes.
  const folder = await mkdtemp(join(tmpdir(), 'wasap-push-'));
  const asked: { error?: unknown; hasBeen: boolean } = { hasBeen: false };
  const server = createServer((hook) => {
    asked.hasBeen = true;
    void answerHook(hook, mayPush).catch((error: unknown) => {
      asked.error = error;
    });
  });
  try {
    await writeHook(folder, await listenAt(server, join(folder, 'asks')));
    const result = await push(folder);
    if (asked.error !== undefined) throw asked.error;
    if (result.stderr.includes(REFUSED)) throw outOfTouch();
    if (result.code === 0 && !asked.hasBeen) throw new Error('git has pushed without its hook');
    return result;
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listenAt(server: Server, path: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return path;
}

/** Git passes over a hook that it may not start, and would push. */
async function writeHook(folder: string, socket: string): Promise<void> {
  const hook = join(folder, 'pre-push');
  const words = [process.execPath, '-e', ASK, socket, String(OWN_WITHIN_MS)].map(shellWord);
  await writeFile(hook, `#!/bin/sh\nNODE_OPTIONS= exec ${words.join(' ')}\n`, { mode: 0o700 });
  try {
    await access(hook, constants.X_OK);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('denied', fault('git-no-hook', tmpdir()), { cause: error });
  }
}

async function answerHook(hook: Socket, mayPush: () => Promise<unknown>): Promise<void> {
  hook.on('error', () => undefined);
  try {
    await mayPush();
    hook.end('yes');
  } catch (error) {
    hook.destroy();
    throw error;
  }
}
