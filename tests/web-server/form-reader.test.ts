import { buffer, text as textOf } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BrokenForm, readForm } from '../../src/web-server/sent-form.ts';

const FORM = [
  'what stands before the first delimiter is not read',
  '--bound',
  'Content-Disposition: form-data; name="text"',
  '',
  'one\r\n--bou two',
  '--bound',
  'content-disposition: form-data; name="files"; filename="a %22b%22; name=%0D.txt"',
  'Content-Type: text/plain',
  '',
  '',
  '--bound--',
  'nor what stands behind the last',
].join('\r\n');

async function* inSteps(text: string, step: number): AsyncGenerator<Uint8Array, void, void> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
}

/** Heads, and all bytes behind each as one text. */
async function readIn(text: string, step: number): Promise<readonly unknown[]> {
  const read: unknown[] = [];
  await readForm({ boundary: 'bound', pieces: inSteps(text, step) }, (head) => async (bytes) => {
    read.push(head, await textOf(bytes));
  });
  return read;
}

/** A form with one file, whose head is this. */
function formWith(head: string, content = 'x'): string {
  return `--bound\r\n${head}\r\n\r\n${content}\r\n--bound--`;
}

const FILE_HEAD = 'Content-Disposition: form-data; name="files"; filename="a.txt"';

test.each([1, 2, 3, 7, 50, 10_000])(
  'a form that comes in pieces of %i bytes is read the same',
  async (step) => {
    expect(await readIn(FORM, step)).toEqual([
      { name: 'text', fileName: undefined, mimeType: '' },
      'one\r\n--bou two',
      { name: 'files', fileName: 'a "b"; name=\r.txt', mimeType: 'text/plain' },
      '',
    ]);
  },
);

test.each([
  ['nothing', ''],
  ['another delimiter', '--other\r\n\r\n--other--'],
  ['no end', FORM.replace('--bound--', '')],
  ['a delimiter that goes on', FORM.replace('--bound--', '--boundless')],
  ['a part without a name', FORM.replace('; name="text"', '')],
  ['a part that is no field', FORM.replace('form-data; name="text"', 'attachment; name="text"')],
  ['a part without a head', '--bound\r\n\r\n\r\n--bound--'],
  ['a head without an end', `--bound\r\n${'x'.repeat(9000)}`],
  ['a head that a delimiter ends', `--bound\r\n${FILE_HEAD}\r\n--bound--`],
  ['a head that is too long', formWith(`${FILE_HEAD}\r\nX: ${'x'.repeat(9000)}`)],
  ['a head of many lines', formWith(`${'X: x\r\n'.repeat(100)}${FILE_HEAD}`)],
  [
    'a name that the parser cuts',
    formWith(`X: ${'x'.repeat(81_000)}\r\n${FILE_HEAD.replace('a', 'a'.repeat(2000))}`),
  ],
  ['a file with a line that begins as a delimiter', formWith(FILE_HEAD, 'one\r\n--boundary\r\ntwo')],
])('%s is no form', async (_what, text) => {
  await expect(readIn(text, 100)).rejects.toThrow(BrokenForm);
  await expect(readIn(text, 100_000)).rejects.toThrow(BrokenForm);
});

test.each([
  'a\\b.txt',
  'a\\\\b.txt',
  'a\\',
  '../../etc/passwd',
  'C:\\x\\a.txt',
  'ñandú 😀.txt',
  '\0',
  "a; name='b'",
  '%2e%2e',
])('the name %j stays as its sender wrote it', async (fileName) => {
  expect(await readIn(formWith(FILE_HEAD.replace('a.txt', fileName)), 5)).toEqual([
    { name: 'files', fileName, mimeType: '' },
    'x',
  ]);
});

const PIECE = Buffer.alloc(65_536, 'x');

test('what is not taken is not read', async () => {
  let ahead = 0;
  let most = 0;
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    yield Buffer.from(`--bound\r\n${FILE_HEAD}\r\n\r\n`);
    for (let count = 0; count < 100; count += 1) {
      ahead += PIECE.length;
      most = Math.max(most, ahead);
      yield PIECE;
    }
    yield Buffer.from('\r\n--bound--');
  }
  await readForm({ boundary: 'bound', pieces: pieces() }, () => async (bytes) => {
    for await (const { length } of bytes) {
      await setImmediate();
      ahead -= length;
    }
  });
  expect([ahead, most <= 3 * PIECE.length]).toEqual([0, true]);
});

test('parts are taken one after the other, and a failure of one ends the form and leaves nothing running', async () => {
  const seen: string[] = [];
  const field = (name: string, content: string): string =>
    `--bound\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const text = `${field('a', 'one')}${field('b', 'two')}${field('c', 'three')}--bound--`;
  const reading = readForm(
    { boundary: 'bound', pieces: inSteps(text, 1000) },
    ({ name }) =>
      async (bytes) => {
        seen.push(`begin ${name}`);
        await buffer(bytes);
        await setImmediate();
        if (name === 'b') throw new Error('the disk is full');
        seen.push(`end ${name}`);
      },
  );
  await expect(reading).rejects.toThrow('the disk is full');
  expect(seen).toEqual(['begin a', 'end a', 'begin b']);
});

test('a failure in the middle of a file ends the form, although nobody takes the rest', async () => {
  const text = formWith(FILE_HEAD, 'x'.repeat(1_000_000));
  const reading = readForm({ boundary: 'bound', pieces: inSteps(text, 65_536) }, () => async (bytes) => {
    for await (const _piece of bytes) throw new Error('the disk is full');
  });
  await expect(reading).rejects.toThrow('the disk is full');
});

test('a sender who goes away ends what was begun', async () => {
  let isOver = false;
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    yield Buffer.from(`--bound\r\n${FILE_HEAD}\r\n\r\nhalf`);
    await setImmediate();
    throw new Error('gone');
  }
  const reading = readForm({ boundary: 'bound', pieces: pieces() }, () => async (bytes) => {
    await buffer(bytes).finally(() => {
      isOver = true;
    });
  });
  await expect(reading).rejects.toThrow('gone');
  expect(isOver).toBe(true);
});

test.each([
  ['parts', `--bound\r\n${FILE_HEAD}\r\n\r\n\r\n`],
  ['heads without an end', '--bound\r\n'],
])('more %s than may come are refused before the rest is read', async (_what, part) => {
  let read = 0;
  let begun = 0;
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    for (; read < 1000; read += 1) yield Buffer.from(part.repeat(10));
  }
  const reading = readForm({ boundary: 'bound', pieces: pieces() }, () => {
    begun += 1;
    if (begun > 10) throw new BrokenForm('too many');
    // The first is not done before the form is.
    return async () => await setTimeout(20);
  });
  await expect(reading).rejects.toThrow(BrokenForm);
  expect(read).toBeLessThan(5);
});
