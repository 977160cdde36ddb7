import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Feature } from '../../../src/contracts/feature.ts';
import type { SessionRecord } from '../../../src/contracts/session.ts';
import { openSkills } from '../../../src/features/skills/open-skills.ts';
import type { Skills } from '../../../src/features/skills/skill.ts';
import { skillsFeature } from '../../../src/features/skills/skills-feature.ts';
import { createToolboxes } from '../../../src/tools/toolbox.ts';
import { type AgentRig, agentRig, SESSION, type Step } from '../../support/agent-rig.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import { PUBLISHED, writeSkills } from '../../support/published-skills.ts';
import { type SessionDifference, sessionRecord } from '../../support/session-record.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

function skillsIn(folder: string): Skills {
  return openSkills({ config: path.join(folder, 'config'), data: path.join(folder, 'data') });
}

/** The feature as a session of this rig sees it; skills are those that lie there at each look. */
function open(steps: readonly Step[] = [{ text: 'done' }]): Feature {
  const feature = (): Feature =>
    skillsFeature({
      skills: skillsIn(rig.folder),
      store: rig.store,
      program: { workspaces: fixedWorkspaces(rig.folder) },
      visitors: { chats: () => [], mayKnow: () => true },
      isOwners: () => true,
    });
  rig = agentRig({
    steps,
    sessionNotes: () => async (session, signal) => (await feature().sessionNotes?.(session, signal)) ?? [],
  });
  mkdirSync(path.join(rig.folder, '.claude/skills'), { recursive: true });
  return feature();
}

const place = () => path.join(rig.folder, '.claude/skills');
const firstTexts = () => JSON.stringify(rig.requests[0]?.messages);

const notesOf = async (feature: Feature, session: SessionRecord) =>
  (await feature.sessionNotes?.(session, new AbortController().signal)) ?? [];

async function toolsOf(feature: Feature, change: SessionDifference = {}) {
  const session = sessionRecord({ workspace: rig.folder }, change);
  const own = async () => (await feature.sessionTools?.(session)) ?? [];
  const toolbox = await createToolboxes([], { root: undefined }, own).of(session);
  return toolbox.specs('agent').map(({ name }) => name);
}

test('where there are no skills, a session has neither a tool nor a word of them', async () => {
  const feature = open();
  rig.create();
  await rig.run();
  expect([await toolsOf(feature), /skill/i.test(firstTexts())]).toEqual([[], false]);
});

test('where there are some, their names are told before the task, and one tool loads them', async () => {
  const feature = open();
  writeSkills(place(), {
    'pdf-forms': PUBLISHED['pdf-forms'] ?? {},
    'release-notes': PUBLISHED['release-notes'] ?? {},
  });
  rig.create();
  await rig.run();
  const text = firstTexts();
  expect([
    await toolsOf(feature),
    text.includes('pdf-forms: Fill in, split'),
    text.includes('release-notes'),
  ]).toEqual([
    ['use_skill'],
    true,
    // Only a person begins that one.
    false,
  ]);
});

test('they are told once in a session, and again only when they have changed', async () => {
  open([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
  writeSkills(place(), { 'pdf-forms': PUBLISHED['pdf-forms'] ?? {} });
  rig.create();
  await rig.run();
  const tellings = () => JSON.stringify(rig.requests.at(-1)?.messages).split('<skills>').length - 1;
  const counts = [tellings()];
  for (const name of ['pdf-forms', 'i18n']) {
    writeSkills(place(), { [name]: PUBLISHED[name] ?? {} });
    rig.store.steering.add({ session: SESSION, text: 'more', inboxSeq: counts.length, atMs: 1 });
    await rig.run();
    counts.push(tellings());
  }
  expect(counts).toEqual([1, 1, 2]);
});

test('a task that a person begins with a skill that only people begin can load its files', async () => {
  const feature = open();
  writeSkills(place(), { 'release-notes': PUBLISHED['release-notes'] ?? {} });
  const assignment = { kind: 'skill', name: 'release-notes', text: '', hash: 'h' } as const;
  expect([await toolsOf(feature), await toolsOf(feature, { origin: { assignment } })]).toEqual([
    [],
    ['use_skill'],
  ]);
});

test('a plan and a specialist without the tool hear nothing of them', async () => {
  const feature = open();
  writeSkills(place(), PUBLISHED);
  const planned = sessionRecord({
    workspace: rig.folder,
    origin: { assignment: { kind: 'job', plan: '{}', hash: 'h' } },
  });
  const narrowed = sessionRecord({
    workspace: rig.folder,
    terms: { tools: ['read_lines'], preApproved: [] },
  });
  const notes = [await notesOf(feature, planned), await notesOf(feature, narrowed)];
  expect(notes).toEqual([[], []]);
});

test('names and descriptions of 22 skills fit into 3,100 bytes', async () => {
  const feature = open();
  writeSkills(place(), PUBLISHED);
  const [note = ''] = await notesOf(feature, sessionRecord({ workspace: rig.folder }));
  expect({ isShort: Buffer.byteLength(note) < 3_350, lines: note.split('\n').length }).toEqual({
    isShort: true,
    // One of them is only for people.
    lines: Object.keys(PUBLISHED).length - 1 + 3,
  });
});
