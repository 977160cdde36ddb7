import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { findProgram } from '../../src/processes/command-environment.ts';
import { says } from '../support/messages-server/replies.ts';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { BOT, OWNER } from '../support/whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';

const hasTerminal = findProgram('script', process.env.PATH ?? '') !== undefined;
const needed = hasTerminal ? '' : ' (left out: `script` of util-linux is not installed)';

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  world?.verify();
  await world?.stop();
  world = undefined;
});

/** Starts the rest of its arguments in a terminal of 80 columns. */
const IN_TERMINAL = [
  'sh',
  '-c',
  `line='stty cols 80 rows 60; exec'; for word in "$@"; do line="$line '$word'"; done; exec script -qec "$line" /dev/null`,
  'sh',
];
const ENTER = '\r';
const DOWN = '\u001B[B';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
/** Variables that are to come from the file alone. */
const OURS = ['ANTHROPIC_API_KEY', 'AGENT_WRITE_ENABLED', 'PROJECT_ROOT'];

interface TerminalOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

class Terminal {
  readonly program: Program;

  constructor(at: Scene, { args = ['setup'], env = {} }: TerminalOptions = {}) {
    const within = ['env', ...OURS.flatMap((name) => ['-u', name]), ...IN_TERMINAL];
    this.program = at.start({
      env: { TERM: 'xterm', WHATSAPP_WS_URL: world?.url ?? '', ...env },
      args,
      within,
    });
  }

  /** Waits for the words of a question, then presses keys. */
  async at(question: string, ...keys: readonly string[]): Promise<void> {
    await expect.poll(() => this.screen, { timeout: 20_000, interval: 30 }).toContain(question);
    this.#seen = this.#text.indexOf(question, this.#seen) + question.length;
    for (const key of keys) {
      // The library takes a key only once it has drawn what the one before changed.
      await new Promise((resolve) => setTimeout(resolve, 40));
      this.program.process.stdin?.write(key);
    }
  }

  #seen = 0;

  get #text(): string {
    return stripVTControlCharacters(this.program.output);
  }

  /** What was printed since the last question. */
  get screen(): string {
    return this.#text.slice(this.#seen);
  }
}

function configOf(at: Scene): string {
  return path.join(at.folder, 'config', '.env');
}

function envOf(at: Scene): string {
  return existsSync(configOf(at)) ? readFileSync(configOf(at), 'utf8') : '';
}

const refusal = {
  kind: 'error',
  status: 401,
  error: { type: 'authentication_error', message: 'invalid x-api-key' },
} as const;

describe.skipIf(!hasTerminal)(`in a terminal${needed}`, () => {
  test('from nothing to a message that was received and answered', {
    timeout: 60_000,
    tags: 'full',
  }, async () => {
    world = await startWhatsAppServer({ account: BOT });
    const at = await scene({ script: [refusal, says('H')] });
    const terminal = new Terminal(at);
    await terminal.at('1/6', ENTER);
    await terminal.at('hidden while you type', 'sk-wrong-key', ENTER);
    await terminal.at('The API refused this key: invalid x-api-key');
    await terminal.at('What now?', ENTER);
    await terminal.at('hidden while you type', 'sk-right-key', ENTER);
    await terminal.at('2/6', ENTER);
    await terminal.at('3/6', DOWN, ENTER);
    await terminal.at('Phone numbers', OWNER.phone, ENTER);
    await terminal.at('4/6', DOWN, ENTER);
    await terminal.at('6/6', DOWN, ENTER);
    await terminal.at('Number of the phone', BOT.phone, ENTER);
    await expect.poll(() => terminal.screen, { timeout: 20_000 }).toMatch(/phone: \w{4}-\w{4}/);
    await world.phone.enterCode(/phone: (\w{4}-\w{4})/.exec(terminal.screen)?.[1] ?? '');
    await terminal.at('Try it out', ENTER);
    await terminal.at('Send a word on WhatsApp');
    const ana = world.person(OWNER);
    await ana.says('hola');
    const answer = await ana.waitFor(({ content }) => content.kind === 'text');
    expect(answer.content).toMatchObject({ text: expect.stringMatching(/^✅ It works/) });
    await terminal.at(`+${OWNER.phone} wrote “hola”, and got my answer.`);
    expect(await terminal.program.exit).toBe(0);
    expect({ text: envOf(at), mode: statSync(configOf(at)).mode & 0o777 }).toEqual({
      text: [
        'ANTHROPIC_API_KEY=sk-right-key',
        `ALLOWED_PHONE_NUMBERS=+${OWNER.phone}`,
        'AGENT_WRITE_ENABLED=true\n',
      ].join('\n'),
      mode: 0o600,
    });
    expect(terminal.program.output).not.toContain('sk-right-key');
  });

  test('a second time with Enter alone changes nothing', { timeout: 60_000, tags: 'full' }, async () => {
    const at = await scene({ script: [says('H')] });
    const before = [
      '# my notes',
      'ANTHROPIC_API_KEY=sk-right-key',
      `PROJECT_ROOT=${at.workspace}`,
      'ALLOWED_PHONE_NUMBERS=+34600111222',
      'AGENT_WRITE_ENABLED=true\n',
    ].join('\n');
    writeFileSync(configOf(at), before, { mode: 0o600 });
    const terminal = new Terminal(at);
    for (const step of ['1/6', '2/6', '3/6', '4/6']) await terminal.at(step, ENTER);
    await terminal.at('6/6', DOWN, DOWN, ENTER);
    await terminal.at('Done.');
    expect([await terminal.program.exit, envOf(at)]).toEqual([0, before]);
  });

  test('Ctrl-C keeps what was finished', { timeout: 60_000, tags: 'full' }, async () => {
    const at = await scene({ script: [says('H')] });
    const terminal = new Terminal(at);
    await terminal.at('1/6', ENTER);
    await terminal.at('hidden while you type', 'sk-right-key', ENTER);
    await terminal.at('2/6', CTRL_C);
    await terminal.at('Stopped. Finished steps are saved.');
    expect([await terminal.program.exit, envOf(at)]).toEqual([130, 'ANTHROPIC_API_KEY=sk-right-key\n']);
  });

  test('wasap start without a key offers the set-up, and starts after it', {
    timeout: 60_000,
    tags: 'full',
  }, async () => {
    const at = await scene({ script: [] });
    const terminal = new Terminal(at, { args: ['start'], env: { ANTHROPIC_BASE_URL: '' } });
    await terminal.at('Set me up now?', 'y');
    await terminal.at('1/6', DOWN, DOWN, ENTER);
    await terminal.at('2/6', ENTER);
    await terminal.at('3/6', ENTER);
    await terminal.at('4/6', ENTER);
    await terminal.at('6/6', DOWN, DOWN, ENTER);
    await terminal.at('How is this project built?');
    await terminal.at('Done. Starting now.');
    await terminal.at('/help shows more', CTRL_D);
    expect(await terminal.program.exit).toBe(0);
  });

  test('who wants no set-up yet is told what is missing', { timeout: 60_000, tags: 'full' }, async () => {
    const at = await scene({ script: [] });
    const terminal = new Terminal(at, { args: ['start'], env: { ANTHROPIC_BASE_URL: '' } });
    await terminal.at('Set me up now?', 'n');
    await terminal.at('No API key. Run wasap setup');
    await terminal.at('/help shows more', CTRL_D);
    expect([await terminal.program.exit, envOf(at)]).toEqual([0, '']);
  });

  test('a setting that stops every other start is told, and can be mended', {
    timeout: 60_000,
    tags: 'full',
  }, async () => {
    const at = await scene({ script: [] });
    writeFileSync(configOf(at), 'PROJECT_ROOT=/gone\n', { mode: 0o600 });
    const terminal = new Terminal(at);
    await terminal.at('expected an existing folder');
    await terminal.at('1/6', DOWN, DOWN, DOWN, ENTER);
    await terminal.at('2/6', ENTER);
    await terminal.at('3/6', CTRL_C);
    expect([await terminal.program.exit, envOf(at)]).toEqual([130, 'PROJECT_ROOT=\n']);
  });
});

test('without a terminal it says what to do instead, and writes nothing', async () => {
  const at = await scene({ script: [] });
  const program = at.start({ args: ['setup'] });
  expect([await program.hangUp(), program.errors, envOf(at)]).toEqual([
    2,
    expect.stringMatching(
      /^wasap: wasap setup asks questions, so it needs a terminal\.\n[\s\S]*wasap pair --json/,
    ),
    '',
  ]);
});
