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

/** Read by the model, which acts on them: tools, and the parts that only they use. */
const FOR_THE_MODEL = [
  /^tools\//,
  /^agent\//,
  /^features\/[\w-]+\/tools\//,
  /^files\//,
  /^policy\/path-guard\.ts$/,
  /^processes\//,
  /^git\/(?:integration|stash|commit|remote|repository)/,
];

const INTRO = `# What goes wrong, and what it says

Every sentence that says that something did not work, in one list to be read as a whole: what happened, what was kept, what
to do ([voice.md](voice.md)). A test writes this file (\`npx vitest run tests/texts -u\`) and keeps it equal to the code. ‹name›
stands for what is only known when it happens. Sentences that tools give to the model are not here: it acts on them, and
people see what it did instead.
`;

function tableOf(title: string, rows: readonly (readonly [where: string, says: string])[]): string {
  const lines = rows.map(([where, says]) => `| \`${where}\` | ${cell(says)} |`);
  return [`## ${title}`, '', '| where | what it says |', '|---|---|', ...lines, ''].join('\n');
}

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

test('docs/errors.md is every failure sentence of the program (-u writes it anew)', async () => {
  const catalogue = await catalogueOf('en');
  const told = FAILURES.flatMap((pattern) => catalogue.filter(([name]) => pattern.test(name)));
  const thrown = sourceFailures(path.join(import.meta.dirname, '../../src')).filter(
    ({ file }) => !FOR_THE_MODEL.some((pattern) => pattern.test(file)),
  );
  const document = [
    INTRO,
    tableOf(
      'In the chat and in the terminal, in both languages',
      told.map(([name, text]) => [name, withNames(text)]),
    ),
    tableOf(
      'Of commands, settings, files and the database',
      thrown.map(({ file, sentence }) => [file, sentence]),
    ),
  ].join('\n');
  await expect(document).toMatchFileSnapshot('../../docs/errors.md');
});
