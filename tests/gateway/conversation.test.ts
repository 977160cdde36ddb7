import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { conversationId } from '../../src/core/ids.ts';
import { machineZone } from '../../src/core/time-zone.ts';
import { chosenZone, shownZone } from '../../src/gateway/conversation.ts';

const CHAT = conversationId('whatsapp', '34600111222');
const SRC = path.resolve(import.meta.dirname, '../../src');

test.each([
  ['its own before that of the settings', 'Europe/Madrid', 'America/Lima', 'Europe/Madrid', 'Europe/Madrid'],
  ['that of the settings', undefined, 'America/Lima', 'America/Lima', 'America/Lima'],
  ['none, and that of the machine for what is shown', undefined, undefined, undefined, machineZone()],
])('the zone of a conversation: %s', (_what, own, timezone, chosen, shown) => {
  const known = { conversations: { zone: () => own }, timezone };
  expect([chosenZone(CHAT, known), shownZone(CHAT, known)]).toEqual([chosen, shown]);
});

test('which zone counts is decided in one place', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const deciding = files.filter((file) =>
    /conversations\s*\.zone\([^)]*\)+\s*\?\?/.test(readFileSync(path.join(SRC, file), 'utf8')),
  );
  expect(deciding).toEqual([path.join('gateway', 'conversation.ts')]);
});
