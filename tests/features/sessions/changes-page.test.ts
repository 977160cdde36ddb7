import { afterEach, expect, test } from 'vitest';
import type { SessionId } from '../../../src/core/ids.ts';
import { diffPieces } from '../../../src/features/sessions/pages/changes.tsx';
import { type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { sessionRecord } from '../../support/session-record.ts';

const ID = '20261120-00000001' as SessionId;

let rig: ConsoleRig;
afterEach(() => rig.close());

/** The page of a task that changed this. */
async function changes(diff: string, leftOut = 0): Promise<string> {
  rig = await consoleRig({ checkpoints: { diff: async () => ({ diff, leftOut }) } });
  rig.store.sessions.create(sessionRecord({ id: ID, state: { status: 'done' } }));
  const { status, body } = await rig.get(`/tasks/${ID}/changes`, { cookie: await rig.enter(LOCAL) });
  expect(status).toBe(200);
  return body;
}

function diffOf(path: string, lines: readonly string[]): string {
  const count = (other: string): number => lines.filter((line) => !line.startsWith(other)).length;
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,${count('+')} +1,${count('-')} @@`,
    ...lines,
    '',
  ].join('\n');
}

const rowsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row.replace(/<\/td>/g, '|').replace(/<[^>]+>/g, ''),
  );

test('what was removed stands beside what came in its place, in the colours of its language', async () => {
  const body = await changes(
    diffOf('src/a.ts', [' const a = 1;', "-return 'old';", "+return 'new'; // better", ' done();']),
  );
  expect(rowsIn(body).slice(-3)).toEqual([
    '1|const a = 1;|1|const a = 1;|',
    '2|return &#39;old&#39;;|2|return &#39;new&#39;; // better|',
    '3|done();|3|done();|',
  ]);
  expect([
    body.includes('<span class="code-keyword">return</span>'),
    body.includes('<span class="code-comment">// better</span>'),
    body.includes('<td class="removed"><span class="code-keyword">'),
  ]).toEqual([true, true, true]);
});

eachInFull([
  ['a language that nobody knows', diffOf('notes.odd', ['+const a = 1;'])],
  [
    'a file that is large',
    diffOf(
      'big.ts',
      Array.from({ length: 800 }, (_, line) => `+const a${line} = '${'x'.repeat(90)}';`),
    ),
  ],
  ['a line that is long', diffOf('long.ts', [`+const a = '${'x'.repeat(5000)}';`])],
])('%s is plain, and all that fits is shown', async (_what, diff) => {
  const body = await changes(diff);
  expect([/class="code-/.test(body), body.includes('const a')]).toEqual([false, true]);
});

test('what a page has no room for is said, and all of it is there as a file', { tags: 'full' }, async () => {
  const body = await changes(
    Array.from({ length: 5000 }, (_, at) => diffOf(`file-${at}.txt`, ['+a'])).join(''),
    3,
  );
  const cookie = await rig.enter(LOCAL);
  const [, to = ''] = /<a href="([^"]*)">Download all changes/.exec(body) ?? [];
  const file = await rig.get(to, { cookie });
  expect({
    cards: body.match(/id="file-\d+-title"/g)?.length,
    said: body.includes('Files not shown here: 4903.'),
    isLight: body.length < 200_000,
    files: file.body.match(/^diff --git /gm)?.length,
    type: file.headers['content-type'],
    saved: file.headers['content-disposition']?.startsWith(`attachment; filename="${ID}.diff"`),
    others: (await rig.get('/tasks/20261120-00000009/changes/file', { cookie })).status,
    nobody: (await rig.get(to)).status,
  }).toEqual({
    cards: 100,
    said: true,
    isLight: true,
    files: 5000,
    type: 'text/x-diff; charset=utf-8',
    saved: true,
    others: 404,
    nobody: 401,
  });
});

test('a file of changes comes in pieces of whole lines, and no key is cut between two', () => {
  const key = [
    '-----BEGIN RSA PRIVATE KEY-----',
    ...Array(900).fill('x'.repeat(64)),
    '-----END RSA PRIVATE KEY-----',
  ];
  const long = `+${'y'.repeat(1_000_000)}`;
  const lines = [
    ...Array(2000).fill('+a word or two'),
    ...key.map((line) => `+${line}`),
    ...Array(2000).fill('+more of it'),
    long,
  ];
  const pieces = [...diffPieces(`${lines.join('\n')}\n`)];
  const withKey = pieces.filter((piece) => piece.includes('x'.repeat(64)));
  expect({
    many: pieces.length > 3,
    whole: pieces.every((piece) => piece.endsWith('\n')),
    keys: withKey.map((piece) => [/BEGIN RSA/.test(piece), /END RSA/.test(piece)]),
    longest: Math.max(...pieces.map((piece) => piece.length)) < 100_000,
    cut: pieces.at(-1)?.includes('[cut: 950'),
  }).toEqual({ many: true, whole: true, keys: [[true, true]], longest: true, cut: true });
});

test('a change of many thousands of lines is cut, and says so', { tags: 'full' }, async () => {
  const body = await changes(
    diffOf(
      'big.txt',
      Array.from({ length: 9000 }, (_, line) => `+${line}`),
    ),
  );
  expect([rowsIn(body).length < 1100, body.includes('Lines not shown: 8000.')]).toEqual([true, true]);
});

test('markup, terminal codes and text that runs backwards are only text, in names and in lines', async () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const body = await changes(
    diffOf(`src/${evil}.ts`, [`-const a = '${evil}';`, `+// ${evil} \u202eevil\u202c \u001b[31mred`]),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect([body.match(/<script>|<img/g), /[\u202e\u202c\u001b]/.test(body)]).toEqual([null, false]);
  expect(body).toContain('\\u{202e}evil');
});

test('a secret in a change is not shown, whatever colours would cut it into', async () => {
  const body = await changes(diffOf('a.ts', [`+const key = '${SECRET}';`]));
  expect(body).not.toContain('sk-canary');
});

test('files that were made, deleted, renamed, made executable or are no text say so', {
  tags: 'full',
}, async () => {
  const body = await changes(
    [
      'diff --git a/old.ts b/new.ts',
      'similarity index 100%',
      'rename from old.ts',
      'rename to new.ts',
      'diff --git a/run.sh b/run.sh',
      'old mode 100644',
      'new mode 100755',
      'diff --git a/logo.png b/logo.png',
      'new file mode 100644',
      'index 0000000..1111111',
      'Binary files /dev/null and b/logo.png differ',
      'diff --git a/gone.txt b/gone.txt',
      'deleted file mode 100644',
      '--- a/gone.txt',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-gone',
      '',
    ].join('\n'),
    2,
  );
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect([
    /old\.ts → new\.ts \+0 −0 renamed/.test(text),
    /run\.sh \+0 −0 100644 → 100755/.test(text),
    /logo\.png \+0 −0 Not a text file\. new file/.test(text),
    /gone\.txt \+0 −1 deleted/.test(text),
    text.includes('Files not shown here: 2.'),
  ]).toEqual([true, true, true, true, true]);
});

test('while a large change is made into a page, the program does other things', {
  tags: 'full',
}, async () => {
  const lines = Array.from({ length: 2500 }, (_, line) => `+const value${line} = [1, 'two', null];`);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  await changes(diffOf('big.ts', lines));
  clearInterval(turning);
  expect(turns).toBeGreaterThan(10);
});
