/**
 * One of the long runs.
 * @module-tag full
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type HookRig, hookRig } from '../support/hook-rig.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/guide/hooks.md');

let rig: HookRig;
afterEach(() => rig.remove());

test('the hook of the guide refuses what it is for, once it is accepted', async () => {
  rig = await hookRig();
  const [, example = ''] = /```json\n(.*?)\n```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  rig.write('.claude/settings.json', example);
  rig.write(
    '.claude/hooks/no-docker.py',
    'import json, sys\nif "docker" in json.load(sys.stdin)["tool_input"]["command"]:\n    sys.exit(2)\n',
  );
  const answer = (command: string, id: string) =>
    rig.hooks().before(rig.call('run_command', { command }, id), new AbortController().signal);
  const before = await answer('docker ps', 'call-1');
  await rig.accept();
  const after = [await answer('docker ps', 'call-2'), await answer('ls', 'call-3')];
  expect([before, after.map((one) => one?.kind)]).toEqual([undefined, ['deny', undefined]]);
});
