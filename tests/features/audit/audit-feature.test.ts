import { afterEach, expect, test } from 'vitest';
import type { CommandDecision } from '../../../src/contracts/session-stores.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const SESSION = '20261120-00000001' as SessionId;

type Ended = { readonly exitCode: number | undefined; readonly durationMs: number };

function record(command: string, decision: CommandDecision, ended?: Ended): void {
  const call = command as CallId;
  const { commandLog } = rig.store;
  commandLog.addAttempt({ session: SESSION, call, phoneNumber: '34600111222', command, decision });
  if (ended !== undefined)
    commandLog.complete(SESSION, call, { ...ended, stdoutPreview: '', stderrPreview: '' });
}

async function answerTo(text: string, locale: Locale = 'en', recorded = true): Promise<string> {
  rig = await gatewayRig({ locale });
  if (recorded) {
    record('npm test', 'allow', { exitCode: 0, durationMs: 12_000 });
    record('curl https://example.com', 'ask_approved', { exitCode: 7, durationMs: 800 });
    record('sleep 999', 'allow', { exitCode: undefined, durationMs: 30_000 });
    record('sudo ls', 'deny');
    record('npm publish', 'ask_rejected');
    record(`node ${'x'.repeat(100)}`, 'allow');
  }
  await rig.say(text);
  return rig.phone.texts.at(-1) ?? '';
}

test('/audit shows the last commands with decision, exit code and duration', async () => {
  expect(await answerTo('/audit')).toBe(
    [
      '🧾 My last commands:',
      `⏳ \`node ${'x'.repeat(72)}...\``,
      '   allowed · no result yet',
      '🚫 `npm publish`',
      '   rejected',
      '🚫 `sudo ls`',
      '   blocked',
      '🛑 `sleep 999`',
      '   allowed · stopped · 30 s',
      '❌ `curl https://example.com`',
      '   approved · exit code 7 · 1 s',
      '✅ `npm test`',
      '   allowed · exit code 0 · 12 s',
    ].join('\n'),
  );
});

test.each(['/audit denied', '/audit bloqueados'])(
  '%s shows only what was blocked or rejected',
  async (text) => {
    expect(await answerTo(text, 'es')).toBe(
      [
        '🚫 Bloqueados o rechazados:',
        '🚫 `npm publish`',
        '   rechazado',
        '🚫 `sudo ls`',
        '   bloqueado',
      ].join('\n'),
    );
  },
);

test('/audit verify says that the record is intact, and its last hash', async () => {
  expect(await answerTo('/audit verify')).toMatch(
    /^✅ The record is intact: 9 entries\.\nLast hash: [0-9a-f]{64}\nKeep this hash somewhere else/,
  );
});

test('/audit verificar says in Spanish that the record is intact', async () => {
  expect(await answerTo('/audit verificar', 'es')).toMatch(
    /^✅ El registro está intacto: 9 anotaciones\.\nÚltimo hash: [0-9a-f]{64}\nGuarda este hash en otro lugar/,
  );
});

test.each([
  ['/audit', 'No commands yet. Start a task: /agent <task>'],
  ['/audit denied', 'Nothing was blocked or rejected.'],
  ['/audit rows', '/audit [denied | verify]'],
])('%s with nothing to show: %s', async (text, firstLine) => {
  expect((await answerTo(text, 'en', false)).split('\n')[0]).toBe(firstLine);
});
