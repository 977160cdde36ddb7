import { emitKeypressEvents, type Key } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { memoryHistory } from '../../src/channels/console/input-history.ts';
import { type KeyResult, LineEditor } from '../../src/channels/console/line-editor.ts';

const [ESC, UP, DOWN, LEFT, HOME] = ['\u001b', '\u001b[A', '\u001b[B', '\u001b[D', '\u001b[H'];
const CTRL = {
  A: '\u0001',
  C: '\u0003',
  D: '\u0004',
  E: '\u0005',
  G: '\u0007',
  K: '\u000b',
  R: '\u0012',
  U: '\u0015',
  W: '\u0017',
  Y: '\u0019',
} as const;
const paste = (text: string): string => `${ESC}[200~${text}${ESC}[201~`;

/** What a terminal sends for these keys, read as the program reads it. */
function keysIn(typed: string): readonly Key[] {
  const input = new PassThrough();
  const keys: Key[] = [];
  emitKeypressEvents(input);
  input.on('keypress', (_text: string | undefined, key: Key) => keys.push(key));
  input.emit('data', Buffer.from(typed));
  return keys;
}

function editorWith(...earlier: readonly string[]) {
  const history = memoryHistory();
  for (const text of earlier) history.add(text);
  const editor = new LineEditor(history);
  const type = (typed: string): readonly KeyResult[] => keysIn(typed).map((key) => editor.press(key));
  return { editor, type, history };
}

/** The draft with a bar where the cursor is. */
function shown({ draft: { text, cursor } }: LineEditor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe('keys', () => {
  test.each([
    ['letters', 'fix it', 'fix it|'],
    ['other alphabets', 'añade 登录 مرحبا', 'añade 登录 مرحبا|'],
    ['left, and a letter there', `fx${LEFT}i`, 'fi|x'],
    ['left over an emoji of several code points', `a👩‍💻${LEFT}`, 'a|👩‍💻'],
    ['left over a letter with an accent of its own', `e\u0301${LEFT}`, '|e\u0301'],
    ['backspace', 'fixx\u007f', 'fix|'],
    ['backspace over an emoji', 'a👩‍💻\u007f', 'a|'],
    ['home and end', `fix${HOME}a${CTRL.E}b`, 'afixb|'],
    ['word left', `fix the login${ESC}b`, 'fix the |login'],
    ['ctrl-left', `fix the login${ESC}[1;5D`, 'fix the |login'],
    ['word right', `fix the login${CTRL.A}${ESC}f`, 'fix| the login'],
    ['delete a word', `fix the login${CTRL.W}`, 'fix the |'],
    ['delete to the beginning', `fix the${LEFT}${CTRL.U}`, '|e'],
    ['delete to the end', `fix the${CTRL.A}${CTRL.K}`, '|'],
    ['put back what was deleted', `fix the${CTRL.W}my ${CTRL.Y}`, 'fix my the|'],
    ['delete forward', `fix${CTRL.A}${CTRL.D}`, '|ix'],
    ['a control character is not text', 'a\u0000\u0014b', 'ab|'],
    ['an unknown sequence is not text', `a${ESC}[99zb`, 'ab|'],
  ])('%s', (_name, typed, expected) => {
    const { editor, type } = editorWith();
    type(typed);
    expect(shown(editor)).toBe(expected);
  });
});

describe('several lines', () => {
  test.each([
    ['Enter submits', 'fix it\r', ['fix it'], '|'],
    ['Ctrl-J submits as well', 'fix it\n', ['fix it'], '|'],
    ['a backslash at the end asks for another line', 'one\\\rtwo\r', ['one\ntwo'], '|'],
    ['two backslashes are one that is meant', 'C:\\\\\r', ['C:\\'], '|'],
    ['a backslash in the middle means nothing', 'a\\b\r', ['a\\b'], '|'],
    ['Alt-Enter is a line end', `one${ESC}\rtwo\r`, ['one\ntwo'], '|'],
    ['Shift-Enter, where the terminal tells it', `one${ESC}[13;2utwo\r`, ['one\ntwo'], '|'],
    ['a paste is one message', `${paste('one\r\ntwo\rthree')}\r`, ['one\ntwo\nthree'], '|'],
    ['a paste is not entered by itself', paste('one\r'), [], 'one\n|'],
    [
      'what is pasted is not obeyed',
      `${paste(`a${ESC}[31mred${CTRL.C}${CTRL.D}${ESC}]0;title\u0007`)}\r`,
      ['ared'],
      '|',
    ],
    ['a tab in a paste is no completion', paste('a\tb'), [], 'a\tb|'],
    ['up and down stay in the message', `one${ESC}\rtwo${UP}${DOWN}${UP}x`, [], 'onex|\ntwo'],
    ['up keeps to shorter lines', `a${ESC}\r登录登录${UP}`, [], 'a|\n登录登录'],
  ])('%s', (_name, typed, messages, draft) => {
    const { editor, type } = editorWith();
    const submitted = type(typed).flatMap((result) => (result.kind === 'submitted' ? [result.text] : []));
    expect([submitted, shown(editor)]).toEqual([messages, draft]);
  });
});

describe('Ctrl-C and Ctrl-D', () => {
  test.each([
    ['Ctrl-C clears what is written first', `fix${CTRL.C}`, 'changed'],
    ['Ctrl-C on an empty line interrupts', CTRL.C, 'interrupted'],
    ['the second one after a text interrupts', `fix${CTRL.C}${CTRL.C}`, 'interrupted'],
    ['Ctrl-C ends a search first', `${CTRL.R}fi${CTRL.C}`, 'changed'],
    ['Ctrl-D on an empty line leaves', CTRL.D, 'left'],
    ['Ctrl-D in a text does not', `fix${CTRL.D}`, 'changed'],
    ['Tab asks for a completion', '/ag\t', 'complete'],
  ])('%s', (_name, typed, kind) => {
    const { type } = editorWith('fix the tests');
    expect(type(typed).at(-1)?.kind).toBe(kind);
  });

  test('a text that was cleared is gone', () => {
    const { editor, type } = editorWith();
    type(`fix${CTRL.C}`);
    expect(shown(editor)).toBe('|');
  });
});

describe('history', () => {
  const EARLIER = ['/agent fix login', '/status', 'one\ntwo'];
  test.each([
    ['up brings back the last message', UP, 'one\ntwo|'],
    ['up from its first line the one before', `${UP}${UP}${UP}`, '/status|'],
    ['further up than there is stays', UP.repeat(9), '/agent fix login|'],
    ['down comes back to what was written', `mine${UP}${DOWN}`, 'mine|'],
    ['Ctrl-R finds the newest that holds the words', `${CTRL.R}agent${CTRL.E}`, '/agent fix login|'],
    ['in capitals too', `${CTRL.R}AGENT${CTRL.E}`, '/agent fix login|'],
    ['Ctrl-R again finds an older one', `${CTRL.R}o${CTRL.R}${CTRL.E}`, '/agent fix login|'],
    ['where there is no older one it stays', `${CTRL.R}status${CTRL.R}${CTRL.R}${CTRL.E}`, '/status|'],
    ['Ctrl-G gives it up', `mine${CTRL.R}agent${CTRL.G}`, 'mine|'],
    ['nothing found leaves the message', `mine${CTRL.R}nowhere${CTRL.E}`, 'mine|'],
  ])('%s', (_name, typed, expected) => {
    const { editor, type } = editorWith(...EARLIER);
    type(typed);
    expect(shown(editor)).toBe(expected);
  });

  test('Enter in a search submits what was found', () => {
    const { type } = editorWith(...EARLIER);
    expect(type(`${CTRL.R}stat\r`).at(-1)).toEqual({ kind: 'submitted', text: '/status' });
  });

  test('the same message twice is kept once, and a blank one never', () => {
    const { type, history } = editorWith();
    type('a\ra\r  \rb\r');
    expect(history.entries()).toEqual(['a', 'b']);
  });
});
