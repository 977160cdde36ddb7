import { describe, expect, test } from 'vitest';
import type { DoctorFacts } from '../../../src/features/doctor/facts.ts';
import { findingLine } from '../../../src/features/doctor/finding.ts';
import { chatText } from '../../../src/features/doctor/findings-text.ts';
import { judge } from '../../../src/features/doctor/judge/judge.ts';
import { doctorWords } from '../../../src/features/doctor/texts/texts.ts';

const NOW_MS = new Date(2026, 10, 21, 14, 2).getTime();
const ANA = { phone: '5491155550001', role: 'owner', workspaces: undefined } as const;
const WELL: DoctorFacts = {
  nowMs: NOW_MS,
  version: '1.0.0',
  nodeVersion: '20.19.0',
  timeZone: 'Europe/Madrid',
  channels: undefined,
  access: { people: [ANA], groups: [] },
  link: {
    device: { kind: 'linked', number: '34600' },
    lease: { pid: 7, isAlive: true },
    live: { state: { at: 'open', sinceMs: NOW_MS }, sinceMs: NOW_MS, number: '34600' },
    check: { probe: { kind: 'returned', ackMs: 120, receiptMs: 1400 }, clockOffsetMs: 400, groups: [] },
    owners: [{ phone: ANA.phone, lid: '99@lid' }],
    pending: [],
  },
  disk: { freeBytes: 12e9 },
  database: { kind: 'opened', soundness: { kind: 'sound' }, bytes: 1.2e6, walBytes: 0 },
  model: { kind: 'asked', id: 'm', answer: { kind: 'answers' }, tookMs: 800 },
  projects: undefined,
  project: {
    kind: 'repository',
    path: '/p',
    identity: { name: 'Ana', email: 'a@b.c' },
    remote: { kind: 'set', url: 'https://x/y', reach: 'reached' },
  },
  sandbox: { kind: 'on', name: 'bubblewrap', version: '0.11' },
  sandboxRequired: false,
  hasRipgrep: true,
  bootstrap: [],
  metricsPort: undefined,
  wrongZone: undefined,
  writeEnabled: true,
  commandsProblem: undefined,
};

/** What is not well about these facts, in English. */
function complaints(facts: Partial<DoctorFacts>): readonly string[] {
  return judge({ ...WELL, ...facts }, doctorWords('en'))
    .filter(({ mark }) => mark !== 'ok')
    .map(findingLine);
}

test('everything that is well is one short line', () => {
  expect(judge(WELL, doctorWords('en')).map(findingLine)).toEqual([
    '✅ wasap-agent 1.0.0 on Node 20.19.0.',
    '✅ WhatsApp is connected as +34600, since 14:02.',
    '✅ Process 7 uses the link, as it should be.',
    '✅ A message to my own chat: taken after 120 ms, on the phone after 1.4 s.',
    '✅ May talk to me: 1 owner, 0 others, 0 groups.',
    '✅ +5491155550001: number and hidden id (LID) are known as one person.',
    '✅ I am in no group.',
    '✅ The model answers: m, 800 ms.',
    '✅ Project /p, commits as Ana <a@b.c>.',
    '✅ Remote: https://x/y, reachable.',
    '✅ The agent may change files, and asks before anything risky.',
    '✅ Commands run in a sandbox: bubblewrap 0.11.',
    '✅ ripgrep is here: searches are fast.',
    '✅ 12 GB free in DATA_DIR.',
    '✅ The database is sound: 1.2 MB, and 0 kB not yet moved into it.',
    '✅ Clock: 14:02, Europe/Madrid; 0 s from WhatsApp’s.',
  ]);
});

const { link } = WELL;
const live = (state: NonNullable<DoctorFacts['link']['live']>['state']) => ({
  link: { ...link, check: undefined, live: { state, sinceMs: NOW_MS - 60_000, number: '34600' } },
});
const checked = (check: Partial<NonNullable<DoctorFacts['link']['check']>>) => ({
  link: { ...link, check: { ...link.check, probe: { kind: 'failed', why: 'No.' }, ...check } as never },
});
const NOBODY = { people: [], groups: [] };

test('the projects that there are to choose from are counted', () => {
  const projects = { root: '/projects', count: 3, isWritable: true };
  const lines = judge({ ...WELL, projects }, doctorWords('en')).map(findingLine);
  expect(lines).toContain('✅ Projects to choose from in /projects: 3.');
});

test.each<[string, Partial<DoctorFacts>, readonly string[]]>([
  [
    'no project to choose from',
    { projects: { root: '/projects', count: 0, isWritable: true } },
    ['⚠️ There is no project in /projects (PROJECTS_ROOT). Put one there, or write /workspace add <git url>.'],
  ],
  [
    'a folder of projects that cannot be written',
    { projects: { root: '/projects', count: 2, isWritable: false } },
    [
      '⚠️ I cannot write in /projects (PROJECTS_ROOT): /workspace add will fail. Look at its owner and permissions.',
    ],
  ],
  [
    'no connection',
    live({ at: 'backoff', untilMs: 0, why: '408: timed out' }),
    [
      '⚠️ WhatsApp is not ready: no connection (408: timed out), since 14:01. It goes on by itself; if it stays so, look at the network.',
    ],
  ],
  [
    'a device that was removed',
    live({ at: 'terminal', kind: 'logged_out', why: 'unlinked' }),
    [
      '❌ WhatsApp: this device was removed on the phone. Link it again with `wasap pair`; nothing else is lost. (unlinked)',
    ],
  ],
  [
    'nothing linked, nothing said',
    { link: { ...link, device: { kind: 'none' }, lease: undefined, live: undefined, check: undefined } },
    ['⚠️ No phone is linked to me. Run wasap pair, or wasap setup.'],
  ],
  [
    'nothing linked where WhatsApp is wanted',
    {
      channels: ['whatsapp'],
      link: { ...link, device: { kind: 'none' }, lease: undefined, live: undefined, check: undefined },
    },
    ['❌ No phone is linked to me. Run wasap pair, or wasap setup.'],
  ],
  [
    'a holder that is gone',
    { link: { ...link, live: undefined, check: undefined, lease: { pid: 7, isAlive: false } } },
    ['⚠️ The link is still noted for process 7, which is gone. The next program takes it over by itself.'],
  ],
  [
    'a holder that says nothing',
    { link: { ...link, live: undefined, check: undefined } },
    [
      '⚠️ Process 7 uses the link and does not answer me. If it is a wasap of another version or hangs, restart it.',
    ],
  ],
  [
    'a phone that is off',
    checked({ probe: { kind: 'returned', ackMs: 120 } }),
    [
      '⚠️ A message to my own chat: taken after 120 ms, not confirmed by the phone. Is the phone on, with a network?',
    ],
  ],
  [
    'nobody allowed',
    { access: NOBODY, link: { ...link, owners: [] } },
    [
      '❌ Nobody may talk to me on WhatsApp. Set ALLOWED_PHONE_NUMBERS to your number, or run wasap people invite.',
    ],
  ],
  [
    'somebody whose number is not known',
    { link: { ...link, pending: [{ sender: '77@lid', atMs: NOW_MS }] } },
    [
      '⚠️ 77@lid wrote on 14:02 and was refused: WhatsApp did not say whose number that is. If that is you, save this number as a contact on your phone and write again.',
    ],
  ],
  [
    'a group that I am not in',
    { access: { ...WELL.access, groups: [{ id: '1@g.us', people: [] }] } },
    [
      '⚠️ access.yaml names the group 1@g.us, and I am not in it. Add me there, or take it out of access.yaml.',
    ],
  ],
  [
    'a clock that is wrong',
    checked({ probe: { kind: 'returned', ackMs: 1, receiptMs: 1 }, clockOffsetMs: -400_000 }),
    ['❌ Clock: 14:02, Europe/Madrid; 400 s from WhatsApp’s. Set the clock: sudo timedatectl set-ntp true.'],
  ],
  [
    'a wrong key',
    { model: { kind: 'asked', id: 'm', answer: { kind: 'key', detail: 'invalid' }, tookMs: 1 } },
    [
      '❌ The model’s key is refused: invalid. Set ANTHROPIC_API_KEY (console.anthropic.com), or run wasap setup.',
    ],
  ],
  [
    'no sandbox',
    { sandbox: { kind: 'off', problem: 'missing', detail: '' } },
    [
      '⚠️ Commands run without a sandbox: bubblewrap is not installed. To get it: sudo apt install bubblewrap (or dnf, pacman, apk).',
    ],
  ],
  [
    'no sandbox where one is required',
    { sandbox: { kind: 'off', problem: 'broken', detail: '' }, sandboxRequired: true },
    [
      '❌ Commands run without a sandbox: bubblewrap is installed, but does not run. Install it anew: sudo apt install --reinstall bubblewrap (or dnf, pacman, apk).',
    ],
  ],
  [
    'little room',
    { disk: { freeBytes: 5e7 } },
    ['❌ 50 MB free in DATA_DIR. Make room: without it I take no messages.'],
  ],
  [
    'a damaged database',
    {
      database: {
        kind: 'opened',
        soundness: { kind: 'damaged', why: 'row 3 missing from index x' },
        bytes: 1,
        walBytes: 0,
      },
    },
    [
      '❌ The database is damaged: row 3 missing from index x. End the program, keep a copy of wasap.db, and put back one from before.',
    ],
  ],
])('%s', (_title, facts, expected) => {
  expect(complaints(facts)).toEqual(expected);
});

test('where WhatsApp is not used nothing more is said of it', () => {
  const facts: DoctorFacts = { ...WELL, channels: ['console'], access: NOBODY };
  expect(judge(facts, doctorWords('en')).filter(({ mark }) => mark !== 'ok')).toEqual([]);
});

describe('in a chat', () => {
  test('what is wrong stands first, and every line fits on a phone without a table', () => {
    const findings = judge({ ...WELL, hasRipgrep: false, disk: { freeBytes: 1 } }, doctorWords('es'));
    const lines = chatText(findings, 'es').split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '🩺 Cómo estoy:',
      '❌ 0.0 kB libres en DATA_DIR. Haz sitio: sin él no acepto mensajes.',
      '⚠️ Falta ripgrep: las búsquedas son más lentas. Para tenerlo: sudo apt install ripgrep.',
    ]);
    expect(lines.at(-1)).toBe('Hay una cosa que arreglar.');
  });
});
