import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createTranscripts, type TranscriptFile } from '../../src/agent/transcript.ts';
import { createRelayRows, type RelayRows } from '../../src/channels/relay/relay-rows.ts';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import type { asHolder } from '../../src/cluster/copies/copies.ts';
import type { CellName } from '../../src/cluster/names.ts';
import type { SessionRecord } from '../../src/contracts/session.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { conversationId, type InstanceId, type SessionId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { type CellMover, createCellMover } from '../../src/features/machines/moving/cell-mover.ts';
import { Copier } from '../../src/features/machines/moving/copier.ts';
import { WaitNotice } from '../../src/features/machines/moving/moved-text.ts';
import { placeIn } from '../../src/features/machines/moving/moved-transcript.ts';
import { movingFeatures } from '../../src/features/moving.ts';
import { createWorkspaces } from '../../src/git/workspaces/workspaces.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { tempFolder } from '../support/program.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { openTestStore } from '../support/test-store.ts';
import { FRONT } from './rig.ts';

export const CHAT = '34600111222@s.whatsapp.net';
export const CONVERSATION = conversationId('whatsapp', CHAT);
/** Of every machine. */
export const OWNER = '34600111222';
export const INSTANCE = 'here' as InstanceId;

/** One machine of the cluster: rows, transcripts and a project of its own, without a program. */
export interface Machine {
  readonly store: OpenStore;
  readonly rows: RelayRows;
  readonly mover: CellMover;
  readonly project: string;
  /** Folder of the files that its owners have the program keep lines in. */
  readonly ownerFiles: string;
  /** As after a restart of its program. `holding`: as the program does, where it is missing. */
  copier(holding?: typeof asHolder): Copier;
  transcriptOf(id: SessionId): string;
  /** A session of the chat with its transcript. */
  begin(change?: SessionDifference): { readonly session: SessionRecord; readonly file: TranscriptFile };
  /** Takes the chat over as of this epoch, as its first message would. */
  arrive(epoch: number): Promise<void>;
  /** A message of the chat that the inbox has. */
  receive(id: string, isHandled: boolean): void;
  /** A message to its people that is not sent; returns how it is marked as sent. */
  says(text: string, how?: Said): () => void;
  /** Texts that its people are told. */
  readonly told: string[];
}

interface Said {
  readonly key?: string;
  readonly atMs?: number;
  /** Until the quiet hours are over. */
  readonly isHeldBack?: boolean;
}

export interface MachineOptions {
  readonly name: CellName;
  readonly clock?: Clock;
  /** Name of its project's folder. */
  readonly project?: string;
  /** Name of a second one, below PROJECTS_ROOT; missing: there is neither. */
  readonly second?: string;
}

export function machine(
  cluster: ClusterDatabase,
  { name, project = 'shop', second, clock = systemClock }: MachineOptions,
): Machine {
  const folder = tempFolder(name);
  onTestFinished(() => folder.remove());
  const store = openTestStore({ path: path.join(folder.path, 'wasap.db') });
  onTestFinished(() => store.close());
  store.instances.register({ id: INSTANCE, pid: process.pid, startTime: '0', atMs: 0 });
  const rows = createRelayRows(store.database);
  const usual = path.join(folder.path, project);
  mkdirSync(usual);
  const root = second === undefined ? undefined : path.join(folder.path, 'projects');
  if (root !== undefined) mkdirSync(path.join(root, second ?? ''), { recursive: true });
  const transcripts = createTranscripts(path.join(folder.path, 'agent_sessions'));
  const told: string[] = [];
  const keys = new Set<string>();
  const projects = createWorkspaces({
    usual,
    root,
    ownFolders: [],
    environment: {},
    token: undefined,
  });
  const ownerFiles = path.join(folder.path, 'workspace');
  mkdirSync(ownerFiles);
  const notify = ({ key, text }: { readonly key: string; readonly text: string }): void => {
    if (!keys.has(key)) told.push(text);
    keys.add(key);
  };
  const parts = {
    cell: name,
    cluster,
    rows,
    store,
    transcriptOf: transcripts.pathOf,
    projects,
    moving: movingFeatures({
      store,
      instance: INSTANCE,
      clock,
      placeOf: (one) => placeIn(projects, one),
      owners: { folder: ownerFiles, isOwner: (sender) => sender === OWNER },
      followedRepository: 'ada/engine',
      notify,
    }),
    waitNotice: new WaitNotice({ cell: name, cluster, clock }),
    instance: INSTANCE,
    locale: undefined,
    clock,
    log: silentLog,
    notify,
    onArrival: () => undefined,
  };
  const mover = createCellMover(parts);
  return {
    store,
    rows,
    mover,
    project: usual,
    ownerFiles,
    told,
    copier: (holding) => new Copier(parts, holding),
    transcriptOf: transcripts.pathOf,
    begin(change = {}) {
      const usually = {
        conversation: CONVERSATION,
        owner: '34600111222',
        workspace: usual,
        instance: INSTANCE,
        state: { status: 'parked' },
        prompt: { system: 'frozen there' },
      } as const;
      const session = sessionRecord(usually, change);
      store.sessions.create(session);
      const file = transcripts.open(session, { messages: [], compactions: [], takenBack: [] });
      onTestFinished(() => file.close());
      return { session, file };
    },
    async arrive(epoch) {
      const arrival = { chat: CHAT, front: FRONT, epoch };
      await mover.takeOver(arrival, () => {
        rows.noteArrival(arrival);
        rows.noteTakenOver(CHAT, epoch);
      });
    },
    receive(id, isHandled) {
      const message = { account: 'bot', chat: CHAT, sender: '34600111222', id, text: 'hi', sentAtMs: 0 };
      const row = store.inbox.accept({ channel: 'whatsapp', message, instance: INSTANCE, atMs: 0 });
      if (isHandled && row !== undefined) store.inbox.finish(row.seq, 'done', undefined);
    },
    says(text, { key = text, atMs = 1000, isHeldBack = false } = {}) {
      const row = store.outbox.add({
        id: `3EB0${text}`,
        conversation: CONVERSATION,
        chat: CHAT,
        channel: 'whatsapp',
        dedupeKey: key,
        body: { kind: 'text', text },
        ephemeral: false,
        instance: INSTANCE,
        atMs,
      });
      if (row === undefined) throw new Error(`${key} was said before`);
      if (isHeldBack) store.outbox.hold(row.seq, atMs);
      return () => store.outbox.markSent(row.seq, atMs + 1);
    },
  };
}

/** The last line of a task that is done. */
export function endLine(text: string) {
  return { type: 'end', at: '2026-11-20T12:00:00.000Z', outcome: { kind: 'done', text } };
}

/** Lines as a session writes them. */
export function messageLine(seq: number, text: string) {
  const role = seq % 2 === 0 ? 'user' : 'assistant';
  return { type: 'message', seq, role, content: [{ type: 'text', text }] };
}
