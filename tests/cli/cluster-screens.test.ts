import { expect, test } from 'vitest';
import { cellNamed } from '../../src/cli/cluster/run-cell.ts';
import { chatsText, clusterFindings, machineFindings, statusText } from '../../src/cli/cluster/run-status.ts';
import { clusterWords } from '../../src/cli/cluster/texts/texts.ts';
import type { MemberSnapshot } from '../../src/cluster/overview/look-at-cluster.ts';
import { machineWords } from '../../src/cluster/texts/texts.ts';

const { cluster: english } = clusterWords('en');
const { cluster: spanish } = clusterWords('es');

const EMPTY = { waiting: 0, active: 0, oldestSeconds: undefined };
const FRONT: MemberSnapshot = {
  kind: 'front',
  name: 'support',
  version: '1.2.0',
  isAlive: true,
  isDraining: false,
  secondsSinceHeartbeat: 3,
  snapshot: undefined,
  chats: undefined,
  queue: 'out.support',
  depth: EMPTY,
};
const SNAPSHOT = {
  projects: ['shop'],
  tasks: { running: 2, waiting: 0 },
  spentTodayMicroUsd: 1_250_000,
  audit: null,
  verified: null,
  isFull: false,
  secondsOld: 4,
};
const CELL: MemberSnapshot = {
  ...FRONT,
  kind: 'cell',
  name: 'big-one',
  chats: 12,
  queue: 'in.big-one',
  snapshot: SNAPSHOT,
};

const CLUSTER: readonly MemberSnapshot[] = [
  CELL,
  {
    ...CELL,
    name: 'old',
    isDraining: true,
    chats: 0,
    snapshot: { ...SNAPSHOT, tasks: { running: 2, waiting: 1 } },
    depth: { waiting: 2, active: 1, oldestSeconds: 4.4 },
  },
  { ...CELL, name: 'full', isDraining: true, snapshot: { ...SNAPSHOT, isFull: true } },
  { ...CELL, name: 'ill', isAlive: false, secondsSinceHeartbeat: 90, version: '1.1.0' },
  FRONT,
];

test('the state of a cluster, in English', () => {
  expect(statusText(CLUSTER, english, 80).split('\n')).toEqual([
    'Kind   Name     State            Chats  Waiting  Tasks  Today  Version',
    'cell   big-one  running          12     0        2      $1.25  1.2.0',
    'cell   old      draining         0      3 (4 s)  2 + 1  $1.25  1.2.0',
    "cell   full     can't store      12     0        2      $1.25  1.2.0",
    'cell   ill      silent for 90 s  12     0        ?      ?      1.1.0',
    'front  support  running                 0                      1.2.0',
  ]);
});

test('the state of a cluster, in Spanish', () => {
  expect(statusText(CLUSTER, spanish, 80).split('\n')).toEqual([
    'Tipo   Nombre   Estado               Chats  En espera  Tareas  Hoy    Versión',
    'celda  big-one  en marcha            12     0          2       $1.25  1.2.0',
    'celda  old      vaciándose           0      3 (4 s)    2 + 1   $1.25  1.2.0',
    'celda  full     no guarda nada       12     0          2       $1.25  1.2.0',
    'celda  ill      sin señal hace 90 s  12     0          ?       ?      1.1.0',
    'front  support  en marcha                   0                         1.2.0',
  ]);
});

test('the state of a cluster of nobody says how to begin', () => {
  expect(statusText([], english, 80)).toBe(english.status.nobody);
});

const wrongs = (seen: readonly MemberSnapshot[], clockOffsetMs = 0): readonly string[] =>
  clusterFindings({ seen, answerMs: 1.4, clockOffsetMs }, english)
    .filter(({ isRight }) => !isRight)
    .map(({ text }) => text);

test('the doctor of a cluster that is well', () => {
  expect(clusterFindings({ seen: [CELL, FRONT], answerMs: 1.4, clockOffsetMs: -4999 }, english)).toEqual([
    { isRight: true, text: 'PostgreSQL answers in 1 ms.' },
    { isRight: true, text: 'The clocks of PostgreSQL and this machine agree.' },
    { isRight: true, text: 'Running fronts: 1.' },
    { isRight: true, text: 'Running cells: 1.' },
    { isRight: true, text: 'No queue is waiting.' },
  ]);
});

test.each<[string, readonly MemberSnapshot[], number, readonly string[]]>([
  ['nobody', [], 0, [english.doctor.noFront, english.doctor.noCell]],
  ['a front alone', [FRONT], 0, [english.doctor.noCell]],
  ['a front that has stopped', [CELL, { ...FRONT, isAlive: false }], 0, [english.doctor.noFront]],
  [
    'a clock that is behind',
    [CELL, FRONT],
    -61_000,
    ['The clocks of PostgreSQL and this machine differ by 61 s.\nSet them with NTP.'],
  ],
  [
    'a silent cell with chats',
    [CELL, FRONT, { ...CELL, name: 'ill', isAlive: false, secondsSinceHeartbeat: 90, chats: 2 }],
    0,
    ['cell ill has been silent for 90 s; it has 2 chats.'],
  ],
  ['a silent cell without chats', [CELL, FRONT, { ...CELL, name: 'ill', isAlive: false, chats: 0 }], 0, []],
  [
    'a cell that can store nothing',
    [CELL, FRONT, { ...CELL, name: 'ill', snapshot: { ...SNAPSHOT, isFull: true } }],
    0,
    [
      "cell ill can't store anything, so its chats wait.\nMake room on its disk, and they continue by themselves.",
    ],
  ],
  [
    'two versions',
    [CELL, { ...FRONT, version: '1.3.0' }],
    0,
    ['Different versions run: 1.2.0, 1.3.0.\nUpdate one machine after the other.'],
  ],
  [
    'the version of one that does not run',
    [CELL, FRONT, { ...FRONT, name: 'past', isAlive: false, version: '0.9.0' }],
    0,
    [],
  ],
  [
    'a queue that stands still',
    [{ ...CELL, depth: { waiting: 3, active: 1, oldestSeconds: 61.2 } }, FRONT],
    0,
    ['in.big-one: 4 wait, the oldest for 61 s.'],
  ],
  ['a queue that is busy', [{ ...CELL, depth: { waiting: 3, active: 1, oldestSeconds: 60 } }, FRONT], 0, []],
])('the doctor of a cluster: %s', (_, seen, clockOffsetMs, expected) => {
  expect(wrongs(seen, clockOffsetMs)).toEqual(expected);
});

test('the doctor of a cluster says of each machine how it is, and how its record was', () => {
  const verified = { atMs: Date.now(), head: null };
  const broken = { ...CELL, name: 'torn', snapshot: { ...SNAPSHOT, verified } };
  const past = { ...CELL, name: 'past', isAlive: false, secondsSinceHeartbeat: 90, chats: 0 };
  const ill = { ...past, name: 'ill', chats: 2 };
  const lines = machineFindings({ seen: [broken, past, ill, FRONT] }, machineWords('en').otherMachines);
  expect(lines.map(({ isRight, text }) => `${isRight ? 'right' : 'wrong'} ${text}`)).toEqual([
    'right Cell torn: running · tasks 2 · $1.25 today · 3 s ago',
    'right Cell past: gone for 1 min 30 s',
    'right Front support: running · 3 s ago',
    expect.stringMatching(/^wrong Cell torn: record broken, checked \d s ago$/),
    'right Cell past: gone for 1 min 30 s · record not checked yet',
    'right Cell ill: gone for 1 min 30 s · record not checked yet',
  ]);
});

test.each([
  ['en', english, ['Chats                        Cell', 'main:34600111222@s.whatsapp.net  quito']],
  ['es', spanish, ['Chats                        Celda', 'main:34600111222@s.whatsapp.net  quito']],
] as const)('where chats live that have something in their name (%s)', (_locale, words, [head, row]) => {
  const chat = { conversation: 'main:34600111222@s.whatsapp.net', front: 'main', person: '1', cell: 'quito' };
  const [first = '', second] = chatsText([chat], words, 80).split('\n');
  expect([first.split(/ +/), second]).toEqual([head.split(/ +/), row]);
  const many = Array.from({ length: 50 }, () => chat);
  expect([chatsText([], words, 80), chatsText(many, words, 80).split('\n').at(-1)]).toEqual([
    words.status.noChat,
    words.status.firstChats('50'),
  ]);
});

test('a cell has the name of its machine; one that cannot be a name is told with the way out', () => {
  expect([cellNamed('big-one', '3f2a', english), cellNamed(undefined, 'Shop.example.org', english)]).toEqual([
    'big-one',
    'shop',
  ]);
  expect(() => cellNamed(undefined, '3f2a9c', english)).toThrow(
    'This machine\'s name "3f2a9c" can\'t be a name in the cluster.\nGive it another one: wasap cell --name shop',
  );
});
