import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { variableNames } from '../../src/settings/variables.ts';
import type { GatewayRig } from '../support/gateway-rig.ts';
import { speechServer } from '../support/speech-server.ts';
import { voiceRig } from '../support/voice-rig.ts';

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/voice.md'), 'utf8');

let rig: GatewayRig;
afterEach(() => rig.remove());

const blockOf = (language: string): readonly string[] =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(PAGE)?.[1]?.split('\n') ?? [];

test('the conversation of the guide goes as it says, with the settings that it names', async () => {
  const service = await speechServer();
  rig = await voiceRig(service);
  const shown: string[] = [];
  for (const line of blockOf('text')) if (line.startsWith('> ')) await rig.say(line.slice(2));
  await expect.poll(() => rig.phone.sent.at(-1)?.body.kind, { timeout: 10_000 }).toBe('voice-note');
  for (const { body } of rig.phone.sent)
    shown.push(body.kind === 'text' ? (body.text.split('\n')[0] ?? '') : `🎤 ${service.said().at(-1)}`);
  const told = blockOf('text').filter((line) => !line.startsWith('> '));
  const named = blockOf('ini').map((line) => line.split('=')[0]);
  expect([
    told.filter((line) => !shown.includes(line)),
    told.length,
    named.filter((name) => !variableNames().some((known) => known === name)),
    named.length,
  ]).toEqual([[], 3, [], 2]);
});
