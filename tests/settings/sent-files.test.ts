import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSentFiles } from '../../src/app/host-context.ts';
import { fixedWorkspaces } from '../support/fixed-workspaces.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-sent-')));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true }));

function settings(): Parameters<typeof createSentFiles>[0] {
  return {
    inbox: { fileMb: 2, dayMb: 5, keepDays: 30, transcribe: undefined },
    folders: { data: join(root, 'data'), config: join(root, 'config') },
    model: {
      id: 'sees',
      helper: undefined,
      fallback: undefined,
      apiKey: undefined,
      baseUrl: undefined,
      profiles: { sees: { max_tokens: 1, vision: true, cache: false } },
      idleTimeoutMs: 1,
    },
  };
}

const workspaces = () => fixedWorkspaces(join(root, 'project'));

test('settings say how much is fetched, which model sees, and whether speech is understood', () => {
  const { limits, hasVision, transcribe } = createSentFiles(settings(), workspaces());
  expect({ limits, sees: hasVision('sees'), unknown: hasVision('unknown'), transcribe }).toEqual({
    limits: { fileBytes: 2_000_000, dayBytes: 5_000_000 },
    sees: true,
    unknown: false,
    transcribe: undefined,
  });
});

test('a document is brought to another workspace, once, beside one of its name', async () => {
  const files = createSentFiles(settings(), workspaces());
  const [workspace, other] = [join(root, 'project'), join(root, 'worktree')];
  mkdirSync(other);
  const path = await files.keepDocument({ workspace, name: 'plan.js', bytes: Buffer.from('one') });
  await files.keepDocument({ workspace: other, name: 'plan.js', bytes: Buffer.from('two') });
  const brought = [
    await files.bringDocument({ workspace, path }, other),
    await files.bringDocument({ workspace, path }, other),
    await files.bringDocument({ workspace, path: '.wasap/inbox/gone.txt' }, other),
    await files.bringDocument({ workspace, path }, join(root, 'nowhere')),
  ];
  const place = '.wasap/inbox/plan.js-2.txt';
  expect([brought, readdirSync(join(other, '.wasap/inbox')), existsSync(join(root, 'nowhere'))]).toEqual([
    [place, place, undefined, undefined],
    ['plan.js-2.txt', 'plan.js.txt'],
    false,
  ]);
});

test('pictures and documents are removed after the days that were set', async () => {
  const files = createSentFiles(settings(), workspaces());
  const bytes = Buffer.from('bytes');
  const image = await files.keepImage(bytes, 'image/png');
  const workspace = join(root, 'project');
  await files.keepDocument({ workspace, name: 'old.txt', bytes });
  await files.keepDocument({ workspace, name: 'new.txt', bytes: Buffer.from('other') });
  const nowMs = Date.now();
  const oldSeconds = nowMs / 1000 - 31 * 24 * 3600;
  utimesSync(join(root, 'data/images', image.hash), oldSeconds, oldSeconds);
  utimesSync(join(workspace, '.wasap/inbox/old.txt'), oldSeconds, oldSeconds);
  expect([await files.removeOld(nowMs), readdirSync(join(workspace, '.wasap/inbox'))]).toEqual([
    2,
    ['new.txt'],
  ]);
  expect(files.imageBytes(image)).toBeUndefined();
});
