import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { Program } from '../support/program.ts';
import { realPython } from '../support/real-python.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const HELPER = path.resolve(import.meta.dirname, '../support/in-terminal.py');
const CTRL_C = '\u0003';

/** Starts a program in a terminal of this size. */
function inTerminal(columns: number, rows = 30) {
  // Tests run beside each other, and the usual port of the console is one.
  return { within: [realPython(), HELPER, String(columns), String(rows)], env: { WEB_PORT: 'off' } };
}

/** What is on the terminal from the next key on, once it fits. */
async function press(program: Program, keys: string, shows: RegExp): Promise<void> {
  const before = program.output.length;
  program.process.stdin?.write(keys);
  await expect.poll(() => program.output.slice(before), { timeout: 20_000 }).toMatch(shows);
}

test('a whole chat in a real terminal: paste, Tab, a card that ticks, Ctrl-C, and history in the next run', {
  tags: ['python', 'full'],
}, async () => {
  const { start, dataDir, server } = await scene({
    script: [
      slow(calls(['read_source_file', { path: 'src/login.js' }]), 3_000),
      slow(says('Never said.'), 60_000),
    ],
  });
  const program = start(inTerminal(80));
  await expect.poll(() => program.output, { timeout: 20_000 }).toMatch(/You ›/);
  await press(program, '/ag\t', /\/agent/);
  await press(program, CTRL_C, /You ›/);
  await press(program, '\u001b[200~/agent look at @src/login.js\r\nand say what it does\u001b[201~\r', /🔧/u);
  // The first reply takes three seconds: the time on the card changes meanwhile.
  await expect.poll(() => program.output, { timeout: 20_000 }).toMatch(/· 1 s[\s\S]*· 2 s/);
  await press(program, CTRL_C, /Press Ctrl-C again to stop: look at @src\/login\.js/);
  await press(program, CTRL_C, /🛑 Stopped/u);
  program.process.stdin?.write('\u0004');
  expect(await program.exit).toBe(0);
  expect(program.output).toMatch(/Bye\.\r?\n/);
  // Bracketed paste is off again.
  expect(program.output.lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
    program.output.lastIndexOf('\u001b[?2004h'),
  );
  const history = path.join(dataDir, 'input-history.jsonl');
  expect([statSync(history).mode & 0o777, readFileSync(history, 'utf8').split('\n').length]).toEqual([
    0o600, 2,
  ]);
  expect(JSON.stringify(server.requests)).toContain('and say what it does');
  const again = start(inTerminal(20));
  await expect.poll(() => again.output, { timeout: 20_000 }).toMatch(/You ›/);
  await press(again, '\u001b[A', /and say/);
  await press(again, CTRL_C, /You ›/);
  again.process.stdin?.write('\u0004');
  expect(await again.exit).toBe(0);
});

const MOVING = '\u001b[2J\u001b]0;renamed\u0007\u001b[31m\u0008';
/** What stands in its place. */
const HARMLESS = '\\u{1b}[2J\\u{1b}]0;renamed\\u{7}\\u{1b}[31m\\u{8}';

test('the Markdown of an answer is its look, and nothing in it moves the terminal', {
  tags: 'python',
}, async () => {
  const { start } = await scene({
    script: [says(`The **login** is in \`src/login.js\`.${MOVING}\n\n- *one*\n- two`)],
  });
  const terminal = inTerminal(100);
  const program = start({ ...terminal, env: { ...terminal.env, TERM: 'xterm' } });
  await expect.poll(() => program.output, { timeout: 20_000 }).toMatch(/You ›/);
  await press(program, 'where is the login?\r', /two\r?\n/);
  program.process.stdin?.write('\u0004');
  expect(await program.exit).toBe(0);
  expect(program.output).toContain(
    `The \u001b[1mlogin\u001b[22m is in \u001b[36msrc/login.js\u001b[39m.${HARMLESS}`,
  );
  expect(program.output).toContain('\u001b[36m- \u001b[39m\u001b[3mone\u001b[23m');
});

test('an answer goes into a pipe as it was written, without what would move the terminal behind it', async () => {
  const { start } = await scene({ script: [says(`The **login**.${MOVING}`)] });
  const program = start();
  program.say('where is the login?');
  await program.heard(/renamed/);
  await program.hangUp();
  expect(program.output).toContain(`The **login**.${HARMLESS}\n`);
  expect(program.output).toMatch(/^[\n\t\P{Cc}]*$/u);
});

test.each([0, 20])(
  'with %i columns a chat works all the same',
  { tags: ['python', 'full'] },
  async (columns) => {
    const { start } = await scene({ script: [says('It says hello in 登录.')] });
    const program = start(inTerminal(columns));
    await expect.poll(() => program.output, { timeout: 20_000 }).toMatch(/You ›/);
    await press(program, 'what does it say? 登录\r', /hello/);
    program.process.stdin?.write('\u0004');
    expect(await program.exit).toBe(0);
  },
);
