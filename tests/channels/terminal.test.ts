import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { memoryHistory } from '../../src/channels/console/input-history.ts';
import {
  type RemainingWork,
  type StoppableTask,
  TerminalChannel,
} from '../../src/channels/console/terminal.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { english } from '../../src/core/texts/en.ts';
import { createHighlight } from '../../src/pictures/syntax.ts';
import { TerminalEmulator } from '../support/terminal-emulator.ts';
import { type ChannelUnderTest, channelContract, LOCAL_CHAT } from './contract.ts';

interface Terminal extends ChannelUnderTest {
  readonly channel: TerminalChannel;
  readonly screen: TerminalEmulator;
  readonly interrupts: (readonly string[])[];
  readonly heard: string[];
  /** What Ctrl-C would stop. */
  running: readonly StoppableTask[];
  left: RemainingWork;
  press(key: string): void;
  pass(ms: number): void;
}

interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colours?: boolean;
  readonly files?: Readonly<Record<string, readonly string[]>>;
  readonly masked?: (text: string) => string;
}

function terminal({
  columns = 60,
  rows = 24,
  colours = false,
  files = {},
  masked = (text) => text,
}: TerminalOptions = {}): Terminal {
  // A stream with the few members of a terminal that the program looks at.
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input, isRaw: false });
  const screen = new TerminalEmulator(columns, rows);
  let nowMs = 1_000_000;
  const under: Omit<Terminal, 'channel'> = {
    ...LOCAL_CHAT,
    screen,
    interrupts: [],
    heard: [],
    running: [],
    left: { tasks: 0, questions: 0 },
    says: (line) => void input.write(`${line}\r`),
    press: (key) => void input.write(key),
    pass: (ms) => {
      nowMs += ms;
    },
    seen: () => stripVTControlCharacters(screen.raw),
    hangUp: () => void input.write('\u0004'),
  };
  const channel = new TerminalChannel({
    input: input as unknown as ReadStream,
    output: screen as unknown as WriteStream,
    ports: {
      listRunning: () => under.running,
      leftBehind: () => under.left,
      completion: {
        commands: async () => ['agent', 'agent-resume', 'status'],
        tasks: () => [{ number: 2, title: 'fix the login' }],
        files: async (folder) => files[folder] ?? [],
      },
      highlight: createHighlight,
    },
    clock: { nowMs: () => nowMs, upMs: () => nowMs, sleep: async () => undefined },
    texts: english.console,
    history: memoryHistory(),
    maskWords: masked,
    greeting: () => ['hello'],
    colours,
  });
  return Object.assign(under, { channel });
}

describe('the contract', () => channelContract(() => terminal()));

const CTRL_C = '\u0003';

async function listening(under: Terminal): Promise<Terminal> {
  await under.channel.start({
    receive: async ({ text }) => void under.heard.push(text),
    interrupt: (_chat, sessions) => void under.interrupts.push(sessions),
    receiveGap: () => undefined,
    receiveUnreadable: async () => undefined,
  });
  return under;
}

/** Keys that were written have arrived by then. */
const arrived = () => new Promise(setImmediate);

async function pressed(under: Terminal, keys: string): Promise<void> {
  under.press(keys);
  await arrived();
}

function shows(under: Terminal, text: string, id = text): Promise<void> {
  return under.channel.send({ id, chat: 'local', body: { kind: 'text', text }, mayRepeat: false });
}

function changes(under: Terminal, target: string, text: string): Promise<void> {
  const body = { kind: 'edit', target, text } as const;
  return under.channel.send({ id: `${target}-${text}`, chat: 'local', body, mayRepeat: false });
}

function task(number: number): StoppableTask {
  return { session: `session-${number}` as SessionId, name: `#${number} fix it` };
}

test('what was entered stays on the screen without what nobody may read there, and is handed over whole', async () => {
  const under = await listening(terminal({ masked: (text) => text.replaceAll(/\d/g, '*') }));
  under.says('yes 482913');
  await arrived();
  expect([
    under.heard,
    under.screen.text().includes('482913'),
    under.screen.text().includes('yes ******'),
  ]).toEqual([['yes 482913'], false, true]);
  await under.channel.stop();
});

describe('Ctrl-C', () => {
  test('says what it would stop, and the second one stops that and nothing else', async () => {
    const under = await listening(terminal());
    under.running = [task(1)];
    await pressed(under, CTRL_C);
    expect([under.interrupts, under.screen.text()]).toEqual([
      [],
      expect.stringContaining('Press Ctrl-C again to stop: #1 fix it (Ctrl-D quits)'),
    ]);
    under.running = [task(1), task(2)];
    await pressed(under, CTRL_C);
    expect(under.interrupts).toEqual([['session-1']]);
    await under.channel.stop();
  });

  test('where nothing runs the second one quits', async () => {
    const under = await listening(terminal());
    await pressed(under, CTRL_C);
    expect(under.screen.text()).toContain('Nothing is running. Press Ctrl-C again to quit.');
    await pressed(under, CTRL_C);
    expect([await under.channel.ended, under.interrupts]).toEqual([{ kind: 'quit' }, []]);
    await under.channel.stop();
  });

  test.each([
    ['much later', (under: Terminal) => under.pass(60_000)],
    ['after another key', (under: Terminal) => under.press('x\u007f')],
  ])('a second one %s only says it again', async (_when, between) => {
    const under = await listening(terminal());
    under.running = [task(1)];
    await pressed(under, CTRL_C);
    between(under);
    await pressed(under, CTRL_C);
    expect(under.interrupts).toEqual([]);
    await under.channel.stop();
  });

  test('what is typed is cleared first', async () => {
    const under = await listening(terminal());
    under.running = [task(1)];
    await pressed(under, `/agent oops${CTRL_C}`);
    expect([under.screen.cursor(), under.interrupts]).toEqual([{ line: 'You ›', column: 6 }, []]);
    expect(under.screen.text()).not.toContain('Ctrl-C');
    await under.channel.stop();
  });
});

describe('the last words are true', () => {
  test.each([
    [{ tasks: 0, questions: 0 }, 'Bye.'],
    [{ tasks: 1, questions: 0 }, 'Bye.\n1 task will resume next time.'],
    [{ tasks: 2, questions: 1 }, 'Bye.\n2 tasks will resume next time.\n1 question waits for your answer.'],
  ])('%j', async (left, said) => {
    const under = await listening(terminal({ columns: 80 }));
    under.left = left;
    await under.channel.stop();
    expect(/Bye\.[\s\S]*$/.exec(under.screen.text().trimEnd())?.[0]).toBe(said);
  });

  test('a chat that never opened says nothing', async () => {
    const under = terminal();
    await under.channel.stop();
    expect(under.screen.text()).toBe('');
  });
});

test('the terminal is given back as it was', async () => {
  const under = await listening(terminal());
  await under.channel.stop();
  const switches = under.screen.raw
    .split('\u001b[?2004')
    .slice(1)
    .map((after) => after[0]);
  expect(switches).toEqual(['h', 'l']);
});

test('a paste of several lines is one message, shown whole', async () => {
  const under = await listening(terminal());
  await pressed(under, '\u001b[200~first\r\nsecond\u001b[201~\r');
  expect([under.heard, under.screen.text()]).toEqual([
    ['first\nsecond'],
    'hello\nYou › first\n      second\nYou ›',
  ]);
  await under.channel.stop();
});

test('the arrow key brings back what was said', async () => {
  const under = await listening(terminal());
  await pressed(under, '/status\r\u001b[A\r');
  expect(under.heard).toEqual(['/status', '/status']);
  await under.channel.stop();
});

test('a search shows what it looks for and what it found', async () => {
  const under = await listening(terminal());
  await pressed(under, '/agent fix the login\r/status\r\u0012fix');
  expect(under.screen.cursor().line).toBe('search ‹fix› /agent fix the login');
  await under.channel.stop();
});

test('what is typed before the chat is ready is heard when it is', async () => {
  const under = terminal();
  await pressed(under, '/agent one\r/sta');
  await listening(under);
  await pressed(under, 'tus\r');
  expect(under.heard).toEqual(['/agent one', '/status']);
  expect(under.screen.text()).toBe('hello\nYou › /agent one\nYou › /status\nYou ›');
  await under.channel.stop();
});

describe('Tab', () => {
  const FILES = {
    '': ['README.md', 'src/', '.env', 'a b.ts', 'x\u001b[31m.ts'],
    'src/': ['login.js', 'logout.js'],
  };
  test.each([
    ['a command that is clear', '/st\t', 'You › /status', ''],
    ['as far as the commands agree', '/a\t', 'You › /agent', ''],
    ['two that agree no further are listed', '/agent\t', 'You › /agent', '/agent   /agent-resume'],
    ['a task', 'how is #\t', 'You › how is #2', ''],
    ['a folder', 'look at @s\t', 'You › look at @src/', ''],
    ['files in it', '@src/\t', 'You › @src/log', ''],
    ['which files there are', '@src/log\t', 'You › @src/log', 'login.js   logout.js'],
    [
      'hidden files, and those with a blank or an escape, are not offered',
      '@\t',
      'You › @',
      'README.md   src/',
    ],
    ['a hidden file that is asked for is', '@.\t', 'You › @.env', ''],
    ['nothing for other words', 'agent\t', 'You › agent', ''],
    ['a slash in the middle is no command', 'see /st\t', 'You › see /st', ''],
  ])('%s', async (_name, typed, line, listed) => {
    const under = await listening(terminal({ files: FILES }));
    await pressed(under, typed);
    await arrived();
    expect([under.screen.cursor().line, under.screen.text().split('\n').slice(1, -1).join('\n')]).toEqual([
      line,
      listed,
    ]);
    await under.channel.stop();
  });
});

describe('sizes', () => {
  const REPORT = 'Done: añadí 登录 and مرحبا to src/login.js, 👩‍💻 all tests pass.';
  test.each([
    ['80 columns', 80],
    ['20 columns', 20],
    ['no columns, as of a terminal whose size was never set', 0],
    ['3 columns', 3],
  ])('a message, a change of it and a line below it, at %s', async (_name, columns) => {
    const under = await listening(terminal({ columns, rows: 200 }));
    await shows(under, 'working', 'card');
    await changes(under, 'card', REPORT);
    await pressed(under, '/agent añade 登录 al menú y prueba\r');
    const text = under.screen.text();
    expect(text).not.toContain('working');
    // Nothing is lost and nothing is there twice, wherever the lines break.
    const solid = text.replace(/\s/g, '');
    expect(solid.split('añadí登录andمرحباtosrc/login.js,👩‍💻alltestspass.')).toHaveLength(2);
    expect(solid.split('/agentañade登录almenúyprueba')).toHaveLength(2);
    expect(under.heard).toEqual(['/agent añade 登录 al menú y prueba']);
    await under.channel.stop();
  });

  test('a message that is written stays at the bottom however long it gets', { tags: 'full' }, async () => {
    const under = await listening(terminal({ columns: 20, rows: 8 }));
    await shows(under, 'working', 'card');
    await pressed(under, 'word '.repeat(60));
    await changes(under, 'card', 'still working');
    expect(under.screen.text().split('still working')).toHaveLength(2);
    await under.channel.stop();
  });

  test('a card that is higher than the screen shows its beginning and its end', async () => {
    const under = await listening(terminal({ rows: 10 }));
    const plan = Array.from({ length: 30 }, (_, step) => `step ${step}`);
    await shows(under, 'working', 'card');
    await changes(under, 'card', [...plan, '1 s'].join('\n'));
    await changes(under, 'card', [...plan, '2 s'].join('\n'));
    const text = under.screen.text();
    expect([
      text.split('step 0\n').length,
      text.includes('1 s'),
      text.includes('2 s'),
      text.includes('…'),
    ]).toEqual([2, false, true, true]);
    await under.channel.stop();
  });
});

describe('colours', () => {
  const DIFF = '```\n--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-old\n+new\n```';
  test('diffs and code have them', async () => {
    const under = await listening(terminal({ colours: true }));
    await shows(under, DIFF);
    await shows(under, '```js\nconst a = "b"; // c\n```');
    expect(under.screen.raw).toContain('\u001b[31m-old\u001b[39m');
    expect(under.screen.raw).toContain('\u001b[32m+new\u001b[39m');
    expect(under.screen.raw).toContain('\u001b[35mconst\u001b[39m');
    expect(under.screen.text()).toContain('const a = "b"; // c');
    await under.channel.stop();
  });

  test('without them the text is the same, and there are none', async () => {
    const under = await listening(terminal({ colours: false }));
    await shows(under, DIFF);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of control characters.
    expect(under.screen.raw).not.toMatch(/\u001b\[\d*m/);
    expect(under.screen.text()).toContain('-old');
    await under.channel.stop();
  });
});

describe('Markdown of an answer', () => {
  const ANSWER = '**Done**: see `a.ts`';

  test('has a look where there are colours', async () => {
    const under = await listening(terminal({ colours: true }));
    await shows(under, ANSWER);
    expect(under.screen.raw).toContain('\u001b[1mDone\u001b[22m: see \u001b[36ma.ts\u001b[39m');
    await under.channel.stop();
  });

  test('stays as it came where there are none', async () => {
    const under = await listening(terminal({ colours: false }));
    await shows(under, ANSWER);
    expect(under.screen.text()).toContain(ANSWER);
    await under.channel.stop();
  });

  test.each([true, false])('brings nothing that the terminal would obey (colours: %s)', async (colours) => {
    const under = await listening(terminal({ colours }));
    await shows(
      under,
      '**\u001b[2Jbold\u001b]0;title\u0007** `\u001b[8mcode`\n```\n\u009b31mblock\u0008\n```\n[a](https://x.org/\u001b]8;;y\u0007)',
    );
    const { raw } = under.screen;
    expect(
      ['\u001b[2J', '\u001b]', '\u001b[8m', '\u009b', '\u0007', '\u0008'].filter((one) => raw.includes(one)),
    ).toEqual([]);
    expect(['bold', 'code', 'block', 'https://x.org/'].filter((one) => !raw.includes(one))).toEqual([]);
    await under.channel.stop();
  });
});

test('long lines are wrapped under the speaker', async () => {
  const under = await listening(terminal());
  const words = Array.from({ length: 20 }, (_, n) => `word${n}`).join(' ');
  await under.channel.send({ id: '1', chat: 'local', body: { kind: 'text', text: words }, mayRepeat: false });
  const block = `wasap${under.seen().split('wasap').at(-1)}`
    .split('\n')
    .filter((line) => line.includes('word'));
  expect(block.every((line) => line.length <= 60)).toBe(true);
  expect(block.slice(1).every((line) => line.startsWith('        '))).toBe(true);
  await under.channel.stop();
});

describe('an edit that trails a newer message', () => {
  const lines = (under: Terminal) => under.screen.text().split('\n').slice(1);

  test('is made in its place and does not push that away; a later one shows below', async () => {
    const under = await listening(terminal());
    await shows(under, 'thinking\nround 1', 'card');
    await shows(under, 'may I?', 'question');
    await changes(under, 'card', 'waiting for your answer below');
    await changes(under, 'question', 'may I?\n1 yes');
    await changes(under, 'card', 'still waiting');
    const trailed = lines(under);
    under.pass(1_500);
    await changes(under, 'card', 'fresh round');
    expect([trailed, lines(under)]).toEqual([
      ['wasap › still waiting', 'wasap › may I?', '        1 yes', 'You ›'],
      ['wasap › still waiting', 'wasap › may I?', '        1 yes', 'wasap › fresh round', 'You ›'],
    ]);
    await under.channel.stop();
  });

  test('is left out where something was typed meanwhile', async () => {
    const under = await listening(terminal());
    await shows(under, 'thinking', 'card');
    await shows(under, 'may I?', 'question');
    await pressed(under, 'y');
    await changes(under, 'card', 'waiting');
    expect(lines(under)).toEqual(['wasap › thinking', 'wasap › may I?', 'You › y']);
    await under.channel.stop();
  });

  test('is left out where both no longer fit the screen', async () => {
    const under = await listening(terminal({ rows: 6 }));
    await shows(under, 'one\ntwo\nthree', 'card');
    await shows(under, 'may\nI?', 'question');
    await changes(under, 'card', 'waiting');
    expect(lines(under).filter((line) => line.includes('waiting'))).toEqual([]);
    await under.channel.stop();
  });

  test('of a message before that one is left out', async () => {
    const under = await listening(terminal());
    await shows(under, 'thinking', 'card');
    await shows(under, 'first', '1');
    await shows(under, 'second', '2');
    await changes(under, 'card', 'waiting');
    expect(lines(under)).toEqual(['wasap › thinking', 'wasap › first', 'wasap › second', 'You ›']);
    await under.channel.stop();
  });
});
