import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { visit } from '../architecture/read-source.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');

/** The pages of the browser have pictures of their own. */
const OF_PAGES = /\.tsx$|\/pages\/|^web-server\/|^features\/web-chat\//;
/** They hold what people type, and the boxes of a list in Markdown. */
const NOT_SAID: readonly string[] = [
  'channels/console/markdown.ts',
  'channels/whatsapp/format.ts',
  'gateway/questions/answer-words.ts',
  'gateway/questions/bare-commands.ts',
  'gateway/questions/plain-words.ts',
];

const EMOJI = /\p{Extended_Pictographic}/gu;
/** With or without it an emoji is the same. */
const VARIATION = '\uFE0F';

/** Emoji of the texts that a file holds; comments say nothing to people, and a pattern is what is looked for. */
function emojiIn(file: string): readonly string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  if (text.search(EMOJI) === -1) return [];
  const said: string[] = [];
  visit(parseSync(file, text).program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') said.push(node.value);
    if (node.type === 'TemplateElement') said.push(JSON.stringify(node.value));
  });
  return said.join('\n').match(EMOJI) ?? [];
}

function emojiOfProgram(): ReadonlySet<string> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !OF_PAGES.test(file) && !NOT_SAID.includes(file));
  return new Set(files.flatMap(emojiIn));
}

/** The rows below the heading: emoji, then what it means. */
function emojiInTable(): readonly (readonly [emoji: string, meaning: string])[] {
  const page = readFileSync(path.join(ROOT, 'docs/voice.md'), 'utf8');
  const [, section = ''] = page.split(/^## Emoji$/m);
  return section
    .split('\n')
    .map((line) => /^\| (\S+) \| (.+) \|$/.exec(line) ?? [])
    .filter(([, emoji = '']) => emoji.search(EMOJI) !== -1)
    .map(([, emoji = '', meaning = '']) => [emoji.replaceAll(VARIATION, ''), meaning]);
}

test('each emoji of a text has its one meaning in docs/voice.md, and none there is left over', () => {
  const listed = emojiInTable().map(([emoji]) => emoji);
  const said = emojiOfProgram();
  expect(
    {
      missing: [...said].filter((one) => !listed.includes(one)),
      unused: listed.filter((one) => !said.has(one)),
    },
    'Take one whose meaning fits from the table "Emoji" of docs/voice.md, or give the new one a row there.',
  ).toEqual({ missing: [], unused: [] });
});

test('an emoji and a meaning stand once in the table', () => {
  const rows = emojiInTable();
  expect([
    new Set(rows.map(([emoji]) => emoji)).size,
    new Set(rows.map(([, meaning]) => meaning)).size,
  ]).toEqual([rows.length, rows.length]);
});
