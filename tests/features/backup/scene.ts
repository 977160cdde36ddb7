import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createTranscripts } from '../../../src/agent/transcript.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import {
  type BackupEntry,
  entriesEnd,
  entryStart,
  MANIFEST,
} from '../../../src/features/backup/archive/entry.ts';
import {
  type RestoreReport,
  type RestoreRequest,
  restoreBackup,
} from '../../../src/features/backup/archive/restore-backup.ts';
import { newSeal, sealInto } from '../../../src/features/backup/archive/sealed-file.ts';
import {
  type BackupReport,
  type BackupRequest,
  writeBackup,
} from '../../../src/features/backup/archive/write-backup.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

export const PASSPHRASE = 'correct horse battery';
const SESSION = '20261120-00000001' as SessionId;
/** The cheapest that a file may ask for. */
const CHEAP = 14;
const NOW = Date.UTC(2026, 10, 20, 12);
const CHAT_FILE = 'c'.repeat(64);
const CREDENTIALS = '{"noiseKey":"a secret of the phone"}';

export interface Scene {
  readonly folder: string;
  /**
   * A data folder with one session, its transcript, a linked phone, a bootstrap file and one of a chat in the browser.
   */
  readonly data: string;
  readonly file: string;
}

export function emptyScene(): Scene {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, data: path.join(folder, 'data'), file: path.join(folder, 'all.backup') };
}

export function scene(task = 'fix the login bug'): Scene {
  const made = emptyScene();
  fill(made.data, task);
  return made;
}

export function fill(data: string, task: string): void {
  const store = openTestStore({ path: path.join(data, 'wasap.db') });
  const message = { role: 'user' as const, content: [{ type: 'text', text: task }] };
  const session = sessionRecord({ id: SESSION, task });
  store.sessions.create(session);
  store.history.append(SESSION, 0, message);
  createTranscripts(path.join(data, 'agent_sessions'))
    .open(session, { messages: [message], compactions: [], takenBack: [] })
    .close();
  const { lease, auth } = store.whatsapp();
  const epoch = lease.take({
    account: 'main',
    pid: 7,
    startTime: 'x',
    over: undefined,
    atMs: 1,
    expiresAtMs: 2,
  });
  const fence = { account: 'main', epoch: epoch ?? 0 };
  auth.saveCredentials(fence, { text: CREDENTIALS, atMs: 1 });
  auth.changeKeys(fence, [{ type: 'session', id: 'ana', value: 'a key of hers' }], 1);
  store.close();
  mkdirSync(path.join(data, 'workspace', 'notes'), { recursive: true });
  writeFileSync(path.join(data, 'workspace', 'SOUL.md'), `I ${task}`);
  writeFileSync(path.join(data, 'workspace', 'notes', 'empty.md'), '');
  mkdirSync(path.join(data, 'web-files'));
  writeFileSync(path.join(data, 'web-files', CHAT_FILE), `a picture of ${task}`);
  writeFileSync(path.join(data, 'web-files', `${CHAT_FILE}.part`), 'half of one');
}

/** What a data folder holds that a backup is about. */
export function kept(data: string): object {
  const store = openTestStore({ path: path.join(data, 'wasap.db') });
  try {
    const { auth } = store.whatsapp();
    return {
      task: store.sessions.get(SESSION)?.task,
      history: store.history.all(SESSION),
      credentials: auth.credentials('main')?.text,
      keys: [...auth.keys('main', 'session', ['ana'])],
      transcript: readFileSync(path.join(data, 'agent_sessions', `${SESSION}.jsonl`), 'utf8'),
      workspace: readdirSync(path.join(data, 'workspace'), { recursive: true }).map(String).sort(),
      chatFile: readFileSync(path.join(data, 'web-files', CHAT_FILE), 'utf8'),
      soul: readFileSync(path.join(data, 'workspace', 'SOUL.md'), 'utf8'),
    };
  } finally {
    store.close();
  }
}

export function backUp({ data, file }: Scene, change: Partial<BackupRequest> = {}): Promise<BackupReport> {
  return writeBackup({
    data,
    file,
    passphrase: PASSPHRASE,
    replace: false,
    program: '1.2.3',
    nowMs: NOW,
    signal: new AbortController().signal,
    cost: CHEAP,
    ...change,
  });
}

export function restoreInto(
  data: string,
  file: string,
  change: Partial<RestoreRequest> = {},
): Promise<RestoreReport> {
  return restoreBackup({
    data,
    file,
    passphrase: async () => PASSPHRASE,
    moveAside: false,
    lastLook: async () => undefined,
    nowMs: NOW,
    signal: new AbortController().signal,
    ...change,
  });
}

/** A backup made by hand: not encrypted, with whatever entries. */
export async function craft(
  file: string,
  entries: readonly (Omit<BackupEntry, 'size'> & { readonly bytes: Buffer })[],
) {
  const handle = await open(file, 'w');
  const out = await sealInto(handle, await newSeal());
  const manifest = { format: 1, program: '1.2.3', made_at: new Date(NOW).toISOString(), link: false };
  const first = { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) };
  for (const { name, bytes } of [first, ...entries]) {
    await out.write(Buffer.concat([entryStart({ name, size: bytes.length }), bytes]));
  }
  await out.write(entriesEnd());
  await out.finish();
  await handle.close();
}
