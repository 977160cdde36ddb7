/**
 * One of the long runs.
 * @module-tag full
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogueOf } from './catalogue.ts';
import { sourceFailures } from './source-failures.ts';

/** Texts of the catalogue that say that something did not work. */
const FAILURES: readonly RegExp[] = [
  /^(?!notes\.)(?:[\w-]+\.)?faults\./,
  /^failures\.(?!backgroundEnded)/,
  /^outcomes\.(?!detail)/,
  /^beforeStart\.(?:broad|noKey)$/,
  /^console\.notStored$/,
  /^run\.(?:blocked|noTask|noRepository|readOnly|noSession|otherProject|elsewhere|alreadyDone)$/,
  /^health\.(?:nobody|silent|other)$/,
  /^link\.(?:tooSmall|degraded|backoff|outdated|notLinked|terminal)/,
  /^sandbox\.(?:off|required|why|how)/,
  /^status\.bootstrapFault/,
  /^replies\.(?:storageFull|internalError|unreadable|cannotListen|enclosed\.why)/,
  /^projects\.(?:notTheSame|gone)$/,
  /^setup\.(?:needsTerminal|wrongSettings|key\.(?:refused|unsure)|test\.(?:notSent|nothing|noLink))$/,
  /^audit\.broken$/,
  /^metrics\.notServed$/,
  /^web-console\.(?:terminal\.notServed|chat\.notServed|notStarted)$/,
  /^lock\.(?:codes|cli\.(?:broken|noTerminal|differ|fault|wrongCode|code\.(?!ask|forgotten)))/,
  /^mcp-serve\.(?:token\.(?:unknown|taken|badName|needsProject)|serve\.(?:noToken|portTaken))$/,
  /^(?:undo|rewind|worktrees)\.(?:failed|failedMidway|gone|refused)/,
  /^voice\.(?:trouble|why|notSetUp|cannotPlay)/,
  /^cluster\.(?:noUrl|wrong|away|other|noLock|move\.(?:what|trouble)|drain\.unknown)/,
  /^front\./,
  /^workspaces\.(?:unknown|badUrl|badName|rootGone|noCredentials|onlyHttpsAndSsh)$/,
];

/** Places whose sentences no person reads, so that English is enough. */
const UNSEEN: readonly (readonly [who: string, files: readonly RegExp[]])[] = [
  [
    'the model reads them, and acts on them: tools, and the parts that only they use',
    [
      /^tools\//,
      /^agent\//,
      /^features\/[\w-]+\/tools\//,
      /^features\/(?:notes\/remember|skills\/use-skill|web\/)/,
      /^files\//,
      /^core\/(?:limited-work|text-encoding)\.ts$/,
      /^models\/model-search\.ts$/,
      /^policy\/path-guard\.ts$/,
      /^processes\//,
      /^sandbox\/protection-watch\.ts$/,
      /^web\//,
      /^git\/(?:integration|stash|commit|remote|repository)/,
    ],
  ],
  [
    'another program reads them: an agent over MCP, a check by JSON lines, the other machine of a cluster',
    [
      /^features\/mcp-serve\//,
      /^cli\/(?:open-mcp-serve|check\/plan-lines)\.ts$/,
      /^channels\/relay\//,
      /^cluster\/queues\/media\.ts$/,
    ],
  ],
  [
    'the log has them; people see a message that waits, or why in words of the chat',
    [
      /^channels\/(?:file-to-send|web\/web-channel)\.ts$/,
      /^channels\/whatsapp\/(?:media|outgoing|sender|whatsapp)\.ts$/,
      /^features\/(?:command-files\/files|hooks\/running|voice)\//,
      /^gateway\/incoming\/enclosures\.ts$/,
      /^pictures\//,
      /^store\/(?:approvals|sessions)\.ts$/,
    ],
  ],
];

/** Every sentence in the source, read once: it takes seconds. */
const THROWN = sourceFailures(path.join(import.meta.dirname, '../../src'));

const INTRO = `# What goes wrong, and what it says

Every sentence that says to a person that something did not work, in one list to be read as a whole: what happened, what was
kept, what to do ([voice.md](voice.md)). A test writes this file (\`npx vitest run tests/texts -u\`) and keeps it equal to the
code. ‹name› stands for what is only known when it happens. Sentences that only the model, another program or the log gets are
not here.

| where | what it says | en español |
|---|---|---|
`;

function cell(says: string): string {
  return says.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}

/** `‹why›` for what a text of the catalogue is given, by the names of its parameters. */
function withNames(text: unknown): string {
  if (typeof text !== 'function') return String(text);
  const [, list = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(text.toString()) ?? [];
  const names = list.split(',').map((name) => name.trim().split(/[\s:=]/)[0] ?? '');
  return String(
    Reflect.apply(
      text,
      undefined,
      names.map((name) => `‹${name}›`),
    ),
  );
}

test('docs/errors.md is every failure sentence that people read, in both languages (-u writes it anew)', async () => {
  const [english, spanish] = [await catalogueOf('en'), new Map(await catalogueOf('es'))];
  const told = FAILURES.flatMap((pattern) => english.filter(([name]) => pattern.test(name)));
  const rows = told.map(
    ([name, text]) => `| \`${name}\` | ${cell(withNames(text))} | ${cell(withNames(spanish.get(name)))} |\n`,
  );
  await expect(`${INTRO}${[...new Set(rows)].join('')}`).toMatchFileSnapshot('../../docs/errors.md');
});

test('no failure that a person can see is in English alone', () => {
  const unseen = UNSEEN.flatMap(([, files]) => files);
  const alone = THROWN.filter(({ file }) => !unseen.some((pattern) => pattern.test(file))).map(
    ({ file, sentence }) => `${file}: ${sentence}`,
  );
  expect(alone).toEqual([]);
});

test('each place whose sentences nobody reads still has some', () => {
  const files = THROWN.map(({ file }) => file);
  const idle = UNSEEN.flatMap(([, patterns]) => patterns).filter(
    (pattern) => !files.some((file) => pattern.test(file)),
  );
  expect(idle.map(String)).toEqual([]);
});
