import { describe, expect, test } from 'vitest';
import type { SandboxState } from '../../../src/contracts/exec.ts';
import { chatText, findingLine } from '../../../src/features/doctor/check-ups.ts';
import type { DoctorFacts, LinkFacts, LiveLink, WhatsAppFacts } from '../../../src/features/doctor/facts.ts';
import { judgeFacts } from '../../../src/features/doctor/judge/judge.ts';
import { doctorWords } from '../../../src/features/doctor/texts/texts.ts';
import { members } from '../machines/scene.ts';

const NOW_MS = new Date(2026, 10, 21, 14, 2).getTime();
const ANA = { phone: '5491155550001', role: 'owner', workspaces: undefined } as const;
const WELL: DoctorFacts = {
  versions: { program: '1.0.0', node: '20.19.0' },
  clock: { nowMs: NOW_MS, timeZone: 'Europe/Madrid' },
  whatsApp: {
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
  },
  cell: undefined,
  model: { kind: 'asked', id: 'm', answer: { kind: 'answers' }, tookMs: 800 },
  project: {
    kind: 'repository',
    path: '/p',
    identity: { name: 'Ana', email: 'a@b.c' },
    remote: { kind: 'set', url: 'https://x/y', reach: 'reached' },
  },
  projects: undefined,
  writeEnabled: true,
  commandsProblem: undefined,
  sandbox: { state: { kind: 'on', name: 'bubblewrap', version: '0.11' }, isRequired: false },
  hasRipgrep: true,
  disk: { freeBytes: 12e9 },
  database: { kind: 'opened', soundness: { kind: 'sound' }, bytes: 1.2e6, walBytes: 0 },
  setup: {
    bootstrap: [],
    skills: undefined,
    metricsPort: undefined,
    wrongZone: undefined,
    speech: undefined,
    mcp: { servers: 0, faults: [], outsideAgents: [] },
    lock: undefined,
  },
};

const CELL = { name: 'big-one', isHeld: true, away: undefined };

/** What is not well about these facts, in English. */
function complaints(facts: Partial<DoctorFacts>): readonly string[] {
  return judgeFacts({ ...WELL, ...facts }, doctorWords('en'))
    .filter(({ mark }) => mark !== 'ok')
    .map(findingLine);
}

test('everything that is well is one short line', () => {
  expect(judgeFacts(WELL, doctorWords('en')).map(findingLine)).toEqual([
    '✅ wasap-agent 1.0.0 on Node 20.19.0.',
    '✅ WhatsApp connected as +34600 since 14:02.',
    '✅ Process 7 uses the link, as it should.',
    '✅ Test message: accepted in 120 ms, on the phone in 1.4 s.',
    '✅ Can write to me: 1 owner, 0 others, 0 groups.',
    '✅ +5491155550001: I know the WhatsApp id (LID) of this number.',
    "✅ I'm not in any group.",
    '✅ The model answers: m, 800 ms.',
    '✅ Project /p, commits as Ana <a@b.c>.',
    '✅ Remote: https://x/y, reachable.',
    '✅ I can change files, and I ask before anything risky.',
    '✅ Commands run in a sandbox: bubblewrap 0.11.',
    '✅ ripgrep is installed: searches are fast.',
    '✅ 12 GB free in DATA_DIR.',
    '✅ Database OK (1.2 MB).',
    '✅ Clock: 14:02, Europe/Madrid; 0 s off WhatsApp’s.',
  ]);
});

const { link } = WELL.whatsApp;
const onWhatsApp = (facts: Partial<WhatsAppFacts>): Partial<DoctorFacts> => ({
  whatsApp: { ...WELL.whatsApp, ...facts },
});
const linked = (facts: Partial<LinkFacts>) => onWhatsApp({ link: { ...link, ...facts } });
const live = (state: LiveLink['state']) =>
  linked({ check: undefined, live: { state, sinceMs: NOW_MS - 60_000, number: '34600' } });
const checked = (check: Partial<NonNullable<LinkFacts['check']>>) =>
  linked({ check: { ...link.check, probe: { kind: 'failed', why: 'No.' }, ...check } as never });
const withoutSandbox = (
  problem: Extract<SandboxState, { kind: 'off' }>['problem'],
  isRequired = false,
): Partial<DoctorFacts> => ({ sandbox: { state: { kind: 'off', problem, detail: '' }, isRequired } });
const UNLINKED = { device: { kind: 'none' }, lease: undefined, live: undefined, check: undefined } as const;
const NOBODY = { people: [], groups: [] };

test('the projects that there are to choose from are counted', () => {
  const projects = { root: '/projects', count: 3, isWritable: true };
  const lines = judgeFacts({ ...WELL, projects }, doctorWords('en')).map(findingLine);
  expect(lines).toContain('✅ Projects to choose from in /projects: 3.');
});

test.each<[string, Partial<DoctorFacts>, readonly string[]]>([
  [
    'no project to choose from',
    { projects: { root: '/projects', count: 0, isWritable: true } },
    ['⚠️ No project in /projects (PROJECTS_ROOT) yet. Put one there, or write: /workspace add <git url>'],
  ],
  [
    'a folder of projects that cannot be written',
    { projects: { root: '/projects', count: 2, isWritable: false } },
    [
      "⚠️ I can't write in /projects: /workspace add will fail. Check the owner and permissions of PROJECTS_ROOT.",
    ],
  ],
  [
    'no connection',
    live({ at: 'backoff', untilMs: 0, why: '408: timed out' }),
    [
      "⚠️ WhatsApp isn't ready: no connection (408: timed out), since 14:01. I keep trying. If it lasts, check the network.",
    ],
  ],
  [
    'a device that was removed',
    live({ at: 'terminal', kind: 'logged_out', why: 'unlinked' }),
    [
      '❌ WhatsApp: the phone no longer knows this device.\nNothing else is lost. Update WhatsApp there, then link it again: wasap pair',
    ],
  ],
  ['nothing linked, nothing said', linked(UNLINKED), ['⚠️ No phone is linked. Link one: wasap pair']],
  [
    'nothing linked where WhatsApp is wanted',
    onWhatsApp({ channels: ['whatsapp'], link: { ...link, ...UNLINKED } }),
    ['❌ No phone is linked. Link one: wasap pair'],
  ],
  ['a cell that holds its name', { ...onWhatsApp({ channels: ['whatsapp'] }), cell: CELL }, []],
  [
    'other machines, one of which is gone while chats depend on it',
    { cell: { ...CELL, seen: { members: [...members(NOW_MS)], chats: [], atMs: NOW_MS, isAway: false } } },
    [
      '⚠️ Cell old: gone for 5 min 00 s · chats: 1 · messages waiting: 4 (4 min 00 s) Start it, or move its chats: wasap cluster move --from old',
    ],
  ],
  [
    'machines that were last seen a while ago, a front among them that was gone',
    {
      cell: {
        ...CELL,
        seen: {
          members: members(NOW_MS)
            .filter(({ kind }) => kind === 'front')
            .map((front) => ({ ...front, isAlive: false })),
          chats: [],
          atMs: NOW_MS - 60_000,
          isAway: true,
        },
      },
    },
    [
      '⚠️ I last saw the other machines 1 min 00 s ago.',
      '⚠️ Front support: gone for 1 min 03 s Start it: wasap front --name support',
    ],
  ],
  [
    'a cell whose PostgreSQL is away',
    { cell: { name: 'big-one', isHeld: false, away: { ms: 90_000 } } },
    [
      "⚠️ The cell big-one doesn't hold its name now. Start it: wasap cell. If it runs, it tries again by itself.",
      "❌ PostgreSQL hasn't answered for 90.0 s. Messages wait. Check the server, and DATABASE_URL.",
    ],
  ],
  [
    'a cell without DATABASE_URL',
    { cell: { name: 'big-one', isHeld: false, away: 'no-url' } },
    ['❌ The cell big-one has no PostgreSQL. Set it: wasap config set DATABASE_URL'],
  ],
  [
    'a holder that is gone',
    linked({ live: undefined, check: undefined, lease: { pid: 7, isAlive: false } }),
    ['⚠️ Process 7 used the link and is gone. To take the link over: wasap start'],
  ],
  [
    'a holder that says nothing',
    linked({ live: undefined, check: undefined }),
    [
      "⚠️ Process 7 uses the link and doesn't answer me. If it hangs or is another version of wasap, restart it.",
    ],
  ],
  [
    'a phone that is off',
    checked({ probe: { kind: 'returned', ackMs: 120 } }),
    ['⚠️ Test message: accepted in 120 ms, not seen on the phone. Is the phone on, and online?'],
  ],
  [
    'nobody allowed',
    onWhatsApp({ access: NOBODY, link: { ...link, owners: [] } }),
    ['❌ Nobody can write to me on WhatsApp. Set ALLOWED_PHONE_NUMBERS to yours, or: wasap people invite'],
  ],
  [
    'somebody whose number is not known',
    linked({ pending: [{ sender: '77@lid', atMs: NOW_MS }] }),
    [
      "⚠️ I refused 77@lid on 14:02: WhatsApp hid the phone number. If that's you, save my number as a contact and write again.",
    ],
  ],
  [
    'a group that I am not in',
    onWhatsApp({ access: { people: [ANA], groups: [{ id: '1@g.us', people: [] }] } }),
    ["⚠️ access.yaml names the group 1@g.us, but I'm not in it. Add me there, or remove it from access.yaml."],
  ],
  [
    'a clock that is wrong',
    checked({ probe: { kind: 'returned', ackMs: 1, receiptMs: 1 }, clockOffsetMs: -400_000 }),
    ['❌ Clock: 14:02, Europe/Madrid; 400 s off WhatsApp’s. Set the clock: sudo timedatectl set-ntp true'],
  ],
  [
    'no key',
    { model: { kind: 'asked', id: 'm', answer: { kind: 'no-key' }, tookMs: 1 } },
    ['❌ No key yet: ANTHROPIC_API_KEY is not set. Get one at console.anthropic.com, then run: wasap setup'],
  ],
  [
    'a wrong key',
    { model: { kind: 'asked', id: 'm', answer: { kind: 'key', detail: 'invalid' }, tookMs: 1 } },
    ['❌ The API refused the key: invalid. Get one at console.anthropic.com, then run: wasap setup'],
  ],
  [
    'no sandbox',
    withoutSandbox('missing'),
    [
      "⚠️ Commands run without a sandbox: bubblewrap isn't installed. Get it: sudo apt install bubblewrap (or dnf, pacman, apk)",
    ],
  ],
  [
    'a sandbox that is switched off',
    withoutSandbox('switched-off'),
    [
      "⚠️ Commands run without a sandbox: it's switched off (SANDBOX=off-accepted). To switch it on: SANDBOX=auto",
    ],
  ],
  [
    'no sandbox where one is required',
    withoutSandbox('broken', true),
    [
      "❌ Commands run without a sandbox: bubblewrap is installed, but doesn't run. Install it again (or with dnf, pacman, apk):\nsudo apt install --reinstall bubblewrap",
    ],
  ],
  [
    'little room',
    { disk: { freeBytes: 5e7 } },
    ["❌ 50 MB free in DATA_DIR. Free some space: until then I can't take messages."],
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
      '❌ The database is damaged: row 3 missing from index x. Stop me, keep a copy of wasap.db, and restore a backup.',
    ],
  ],
])('%s', (_title, facts, expected) => {
  expect(complaints(facts)).toEqual(expected);
});

test('where WhatsApp is not used nothing more is said of it', () => {
  const facts = { ...WELL, ...onWhatsApp({ channels: ['console'], access: NOBODY }) };
  expect(judgeFacts(facts, doctorWords('en')).filter(({ mark }) => mark !== 'ok')).toEqual([]);
});

describe('in a chat', () => {
  test('what is wrong stands first, and every line fits on a phone without a table', () => {
    const findings = judgeFacts({ ...WELL, hasRipgrep: false, disk: { freeBytes: 1 } }, doctorWords('es'));
    const lines = chatText(findings, 'es').split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '🩺 1 problema por arreglar.',
      '❌ 0.0 kB libres en DATA_DIR. Libera espacio: sin él no acepto mensajes.',
      '⚠️ Falta ripgrep: las búsquedas son más lentas. Instálalo: sudo apt install ripgrep',
    ]);
  });
});
