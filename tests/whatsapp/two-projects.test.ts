/**
 * In npm test tests/gateway/parallel-tasks, tests/sandbox/projects-apart and tests/features/workspaces stand for it.
 * @module-tag full
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inStep } from '../support/messages-server/in-step.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byKeyword, type KeywordScript } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { git } from '../support/sample-project.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';
import { sandboxWorks } from '../support/working-sandbox.ts';

const BEN = { phone: '5491155550002', lid: '99900002', name: 'Ben' };
const works = await sandboxWorks();

type Name = 'shop' | 'blog';
const OTHER = { shop: 'blog', blog: 'shop' } as const;
const BOTH = ['shop', 'blog'] as const;
/** Replies of each script before its last words. */
const STEPS = 6;

let scene: Scene;
let world: WhatsAppServer;
let projects: string;
let chats: Readonly<Record<Name, PhoneChat>>;

const at = (name: Name, ...rest: readonly string[]): string => path.join(projects, name, ...rest);
const mark = (name: Name): string => `treasure of the ${name}`;

/** What a command tries where a sandbox holds it: it would get through elsewhere. */
const prying = (other: string): string => `for way in ../${path.basename(other)} ${other} out; do
  cat $way/mark.txt; echo x > $way/escaped
done > node_modules/files 2>/dev/null
for one in /proc/[0-9]*; do tr '\\0' ' ' < $one/cmdline; echo; done > node_modules/processes 2>/dev/null
`;

/** Goes on for both when both have started, and then until it is ended. */
const runner = (other: string): string => `touch node_modules/started
until [ -e node_modules/look ] || [ ! -e package.json ]; do sleep 0.02; done
${works ? prying(other) : ''}touch node_modules/looked
while [ -e package.json ]; do sleep 0.05; done
`;

function makeProject(name: Name): void {
  mkdirSync(at(name), { recursive: true });
  makeProjectWithRunner(at(name), runner(at(OTHER[name])));
  writeFileSync(at(name, 'mark.txt'), `${mark(name)}\n`);
  symlinkSync(at(OTHER[name]), at(name, 'out'));
  git(at(name), 'add', '-A');
  git(at(name), 'commit', '-qm', `feat: ${name}`);
}

const FILES = [
  '.git',
  '.gitignore',
  'README.md',
  'mark.txt',
  'node_modules',
  'out',
  'package.json',
  'src',
  'test',
];

/** Every way there that a tool takes a path for. */
const waysTo = (name: Name): readonly string[] => [at(name), `../${name}`, 'out'];

const leadsOutside = (file: string): string =>
  `${file} leads outside the workspace. Use a path inside it, relative to its root.`;

const keywordOf = (name: Name): string => `tend the ${name}`;

function scriptOf(name: Name): KeywordScript {
  const ways = () => waysTo(OTHER[name]);
  return {
    keyword: keywordOf(name),
    steps: [
      () =>
        calls(
          ['read_source_file', { path: 'mark.txt' }],
          ['search_source_code', { pattern: 'treasure of' }],
          ['list_source_files', {}],
        ),
      () =>
        calls(
          ...ways().flatMap((way) => [
            ['read_source_file', { path: `${way}/mark.txt` }] as const,
            ['search_source_code', { pattern: 'treasure of', path: way }] as const,
            ['list_source_files', { path: way }] as const,
          ]),
        ),
      () =>
        calls(
          ...ways().map((way) => ['write_source_file', { path: `${way}/escaped`, content: 'x' }] as const),
        ),
      calls(
        ['git_create_branch', { name: `feat/${name}-notes` }],
        ['write_source_file', { path: 'notes.md', content: `# Notes of the ${name}\n` }],
        ['git_commit', { message: `docs: ${name} notes`, paths: ['notes.md'] }],
        ['write_source_file', { path: 'draft.md', content: `# Draft of the ${name}\n` }],
      ),
      calls(['run_command', { command: 'mocha', background: true }]),
      () =>
        calls(
          ['manage_process', { action: 'list' }],
          ['manage_process', { action: 'kill', process_id: processOf(OTHER[name]) }],
          ['git_status', {}],
        ),
      says('All is well.'),
    ],
  };
}

/** What the model was told in the task of one project, without the request itself. */
function toldIn(name: Name): readonly string[] {
  const requests = scene.server.requests.filter(({ body }) => taskOf(body).includes(keywordOf(name)));
  return allTold({ ...scene.server, requests }).slice(1);
}

function processOf(name: Name): string {
  return /background as (p-\w+)/.exec(toldIn(name).join('\n'))?.[1] ?? '';
}

const both = <T>(from: (name: Name) => T): [shop: T, blog: T] => [from('shop'), from('blog')];

async function everywhere(file: string): Promise<void> {
  while (!BOTH.every((name) => existsSync(at(name, file)))) await sleep(10);
}

/** What one chat answers to a command. */
async function answer(name: Name, command: string, fits = /./u): Promise<string> {
  const chat = chats[name];
  await chat.says(command);
  const { content } = await chat.reads(fits);
  return content.kind === 'text' ? content.text : '';
}

/** What `/diff` shows, as a patch; each file also comes as a picture. */
async function patchOf(name: Name): Promise<string> {
  const chat = chats[name];
  const before = chat.person.received.length;
  await chat.says('/diff');
  const { content } = await chat.person.waitFor(
    (message) => chat.person.received.indexOf(message) >= before && message.content.kind === 'document',
  );
  if (content.kind !== 'document') throw new Error('no document');
  return Buffer.from(content.bytes).toString('utf8');
}

const linesOf = (name: Name, file: string): readonly string[] =>
  readFileSync(at(name, 'node_modules', file), 'utf8')
    .split('\n')
    .filter(Boolean);

/** What git has of a project, and what lies in it uncommitted. */
const stateOf = (name: Name) => ({
  branches: git(at(name), 'branch', '--format=%(refname:short)').split('\n'),
  subjects: git(at(name), 'log', '--all', '--format=%s').split('\n'),
  uncommitted: git(at(name), 'status', '--porcelain'),
  files: readdirSync(at(name)),
});

type Both<T> = readonly [shop: T, blog: T];
interface Seen {
  readonly status: Both<string>;
  readonly sessions: Both<string>;
  readonly states: Both<ReturnType<typeof stateOf>>;
  readonly patches: Both<string>;
  readonly undone: { readonly answer: string; readonly states: Both<ReturnType<typeof stateOf>> };
  readonly patchAfter: string;
}
let seen: Seen;

beforeAll(async () => {
  const lockstep = inStep(byKeyword(BOTH.map(scriptOf)), { sessions: BOTH.length, steps: STEPS });
  scene = await makeScene({ script: lockstep.script, agentYaml: works ? '' : PROJECT_SCRIPTS });
  projects = path.join(scene.folder, 'projects');
  for (const name of BOTH) makeProject(name);
  const prepare = (server: WhatsAppServer): void => {
    chats = { shop: phoneChat(server.person(OWNER)), blog: phoneChat(server.person({ ...BEN, as: 'lid' })) };
  };
  const env = { PROJECTS_ROOT: projects, ALLOWED_PHONE_NUMBERS: `+${OWNER.phone},+${BEN.phone}` };
  ({ world } = await linkedProgram(scene, env, { prepare }));
  await Promise.all(both((name) => answer(name, `/workspace switch ${name}`, /now works in/)));
  await Promise.all(both((name) => chats[name].says(`/agent ${keywordOf(name)}`)));
  await everywhere('node_modules/started');
  for (const name of BOTH) writeFileSync(at(name, 'node_modules/look'), '');
  await everywhere('node_modules/looked');
  const status = await Promise.all(both((name) => answer(name, '/status', /📁 Project/u)));
  const sessions = await Promise.all(both((name) => answer(name, '/sessions', /-resume <id>/u)));
  lockstep.finish();
  await Promise.all(both((name) => chats[name].reads(/All is well/)));
  const states = both(stateOf);
  const patches = await Promise.all(both(patchOf));
  const undo = await answer('shop', '/undo', /↩️/u);
  const undone = { answer: undo, states: both(stateOf) };
  seen = { status, sessions, states, patches, undone, patchAfter: await patchOf('blog') };
}, 90_000);
afterAll(async () => {
  world?.verify();
  await scene?.close();
  await world?.stop();
});

test('both tasks are at work at the same moment, each in the project of its chat', () => {
  expect(seen.status.map((text) => text.split('\n').filter((line) => /^(📁|🔧)/u.test(line)))).toEqual(
    both((name) => [`🔧 running: ${keywordOf(name)}`, `📁 Project: ${at(name)}`]),
  );
});

test('reading, searching and listing show a task its own project and refuse every way into the other', () => {
  expect(both((name) => toldIn(name).slice(0, 15))).toEqual(
    both((name) => [
      `mark.txt: lines 1-1 of 1.\n${mark(name)}`,
      `mark.txt\n  L1: ${mark(name)}`,
      '.gitignore\nREADME.md\nmark.txt\npackage.json\nsrc/login.js\ntest/login.js',
      ...waysTo(OTHER[name]).flatMap((way) => [`${way}/mark.txt`, way, way].map(leadsOutside)),
      ...waysTo(OTHER[name]).map((way) => leadsOutside(`${way}/escaped`)),
    ]),
  );
});

test('files, branches and commits of a task are in its own project alone', () => {
  expect(seen.states).toEqual(
    both((name) => ({
      branches: [`feat/${name}-notes`, 'main'],
      subjects: [`docs: ${name} notes`, `feat: ${name}`, 'build: ignore what is installed', 'feat: login'],
      uncommitted: '?? draft.md',
      files: [...FILES, 'draft.md', 'notes.md'].toSorted(),
    })),
  );
});

test('a task lists its own background process, and cannot end that of the other', () => {
  expect(both((name) => toldIn(name).slice(-4))).toEqual(
    both((name) => [
      expect.stringMatching(`^Started in the background as ${processOf(name)}\\.`),
      `${processOf(name)} · running · mocha`,
      expect.stringMatching(`^This session has no process ${processOf(OTHER[name])}\\.`),
      `On branch feat/${name}-notes\n?? draft.md`,
    ]),
  );
});

test('a command sees neither files nor processes of the other project, and writes nothing there', {
  tags: 'sandbox',
}, () => {
  expect(
    both((name) => ({
      files: linesOf(name, 'files'),
      own: linesOf(name, 'processes').some((line) => line.includes(at(name))),
      others: linesOf(name, 'processes').filter((line) => line.includes(OTHER[name])),
    })),
  ).toEqual(both(() => ({ files: [], own: true, others: [] })));
});

test('a chat is told of its own task and project alone, by every command and report', () => {
  expect({
    sessions: seen.sessions.map((text) => text.split('\n').filter((line) => line.startsWith('🔧'))),
    patches: seen.patches.map((text) => text.split('\n').filter((line) => /^\+[^+]/.test(line))),
    othersNamed: both((name) => chats[name].transcript().includes(OTHER[name])),
  }).toEqual({
    sessions: both((name) => [`🔧 running: ${keywordOf(name)}`]),
    patches: both((name) => [`+# Draft of the ${name}`, `+# Notes of the ${name}`]),
    othersNamed: [false, false],
  });
});

test('an undo in one chat takes back its own task and leaves the other as it is', () => {
  const { answer: told, states } = seen.undone;
  expect({
    told: told.split('\n').slice(0, 4),
    blog: states[1],
    patch: seen.patchAfter,
    shop: states[0],
  }).toEqual({
    told: [
      `↩️ Undone: ${keywordOf('shop')}`,
      '🗑️ New files removed: `notes.md`, `draft.md`',
      expect.stringMatching(/^💾 Commits removed: \w{7} docs: shop notes$/u),
      '🌿 Branch removed: `feat/shop-notes`',
    ],
    blog: seen.states[1],
    patch: seen.patches[1],
    shop: {
      branches: ['main'],
      subjects: ['feat: shop', 'build: ignore what is installed', 'feat: login'],
      uncommitted: '',
      files: FILES,
    },
  });
});
