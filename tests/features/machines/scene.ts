import type { Machines } from '../../../src/cluster/machines.ts';
import { type CellName, cellName } from '../../../src/cluster/names.ts';
import type { ChatSummary, ClusterSnapshot } from '../../../src/cluster/overview/cluster-snapshot.ts';
import type { MemberSnapshot } from '../../../src/cluster/overview/look-at-cluster.ts';
import { cellAlone } from '../../support/machines.ts';

export const BIG = cellName('big-one') as CellName;
const QUITO = cellName('quito') as CellName;
export const OLD = cellName('old') as CellName;

const HASH = 'c0ffee'.padEnd(64, '0');
const EMPTY = { waiting: 0, active: 0 };

/** The cell that is asked, another one that drains, one that is gone, and a front. */
export function members(nowMs: number): readonly MemberSnapshot[] {
  const cell = (name: string): MemberSnapshot => ({
    kind: 'cell',
    name,
    version: '1.2.0',
    isAlive: true,
    isDraining: false,
    secondsSinceHeartbeat: 3,
    snapshot: {
      projects: ['shop', 'site'],
      tasks: { running: 2, waiting: 1 },
      spentTodayMicroUsd: 1_250_000,
      audit: { newest: 120, hash: HASH },
      verified: { atMs: nowMs - 3 * 3_600_000, head: { newest: 118, hash: HASH } },
      isFull: false,
      secondsOld: 4,
    },
    chats: 2,
    queue: `in.${name}`,
    depth: EMPTY,
  });
  return [
    cell(BIG),
    {
      ...cell(OLD),
      isAlive: false,
      secondsSinceHeartbeat: 300,
      chats: 1,
      depth: { waiting: 3, active: 1, oldestSeconds: 240 },
      snapshot: undefined,
    },
    { ...cell(QUITO), isDraining: true, chats: 0 },
    { ...cell('support'), kind: 'front', snapshot: undefined, chats: undefined, queue: 'out.support' },
  ];
}

export const CHATS: readonly ChatSummary[] = [
  { conversation: 'support:34600111222@s.whatsapp.net', front: 'support', person: '34600111222', cell: BIG },
  { conversation: 'support:1203630@g.us', front: 'support', person: '34600333444', cell: BIG },
  { conversation: 'support:34600555666@s.whatsapp.net', front: 'support', person: '34600555666', cell: OLD },
];

export interface FakeMachines extends Machines {
  /** What was asked for, in order. */
  readonly asked: readonly string[];
}

/** As a cell sees them. What is asked for is noted, and done at once. */
export function fakeMachines(
  seen: Partial<ClusterSnapshot> | 'never' = {},
  doing: Partial<Pick<Machines, 'drain' | 'move'>> = {},
): FakeMachines {
  const asked: string[] = [];
  const machines = cellAlone({
    cell: BIG,
    async readCluster() {
      if (seen === 'never') return undefined;
      // A page says how long ago it was, of the moment when it was asked for.
      const atMs = Date.now() - 1000;
      return { members: [...members(atMs)], chats: [...CHATS], atMs, isAway: false, ...seen };
    },
    async askOthers() {
      if (typeof seen === 'object' && seen.isAway === true) return undefined;
      const answer = {
        entries: [
          {
            id: 7,
            task_id: '20261120-00000009',
            person: '34600555666',
            command: 'npm run deploy',
            decision: 'ask_approved',
            exit_code: 0,
            duration_ms: 1200,
            started_at: '2026-11-01 09:30:00',
            output: 'deployed',
            errors: null,
            problem: null,
          },
        ],
        next: null,
        people: ['34600555666'],
      };
      return [
        { cell: QUITO, answer },
        { cell: OLD, answer: undefined },
      ];
    },
    async chatsNamed(words) {
      return CHATS.filter(({ conversation }) => conversation.includes(words));
    },
    async drain(cell, isDraining) {
      asked.push(`${isDraining ? 'drain' : 'undrain'} ${cell}`);
      return (await doing.drain?.(cell, isDraining)) ?? 2;
    },
    async move(chat) {
      asked.push(`move ${chat.conversation} ${chat.to}`);
      return (await doing.move?.(chat)) ?? { epoch: 2, carried: 1, handover: 'done' };
    },
  });
  return { ...machines, asked };
}
