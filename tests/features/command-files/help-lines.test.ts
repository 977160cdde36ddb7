import { afterEach, expect, test } from 'vitest';
import type { Locale } from '../../../src/core/texts/texts.ts';
import type {
  ListedCommandFile,
  NamedCommandFile,
} from '../../../src/features/command-files/command-file.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

function file(change: Partial<ListedCommandFile>): ListedCommandFile {
  const { name = 'deploy' } = change;
  return {
    name,
    source: 'workspace',
    plugin: undefined,
    path: `.claude/commands/${name}.md`,
    description: '',
    argumentHint: '',
    hiddenBy: undefined,
    ...change,
  };
}

async function asked(
  text: string,
  files: readonly ListedCommandFile[],
  locale: Locale = 'en',
): Promise<string> {
  const named = ({ hiddenBy: _, ...one }: ListedCommandFile): NamedCommandFile => ({
    ...one,
    hash: 'h',
    allowedTools: [],
  });
  rig = await gatewayRig({
    locale,
    commandFiles: {
      find: async (_workspace, name) => files.filter((one) => one.name === name).map(named)[0],
      list: async () => files,
    },
  });
  await rig.say(text);
  return rig.phone.texts.join('\n');
}

/** What stands below the commands. */
const listed = (text: string) => text.split('\n\n').at(-1)?.split('\n');

test('/help projects lists those that can be called, with what they say of themselves', async () => {
  const files = [
    file({ name: 'deploy', description: 'Deploys to a stage', argumentHint: '<stage>' }),
    file({ name: 'plain' }),
    file({ name: 'Status', description: 'Hidden by the command of the chat' }),
    file({ name: 'plain', source: 'plugin', plugin: 'p', hiddenBy: '.claude/commands/plain.md' }),
  ];
  expect(listed(await asked('/help projects', files))).toEqual([
    'Command files in shop:',
    '`/deploy <stage>` - Deploys to a stage',
    '`/plain`',
  ]);
});

test.each([
  ['/help everything', true],
  ['/ayuda proyectos', true],
  ['/help', false],
  ['/help tasks', false],
])('%s lists them: %s', async (text, expected) => {
  expect((await asked(text, [file({ name: 'deploy' })])).includes('`/deploy`')).toBe(expected);
});

test.each<[Locale, string]>([
  ['en', 'and `/c15`, `/c16`, `/c17`'],
  ['es', 'y también `/c15`, `/c16`, `/c17`'],
])(
  'in %s, of many fifteen are listed with what they are for, the others by their names',
  async (locale, last) => {
    const files = Array.from({ length: 18 }, (_, place) => file({ name: `c${place}` }));
    const lines = listed(await asked('/help projects', files, locale)) ?? [];
    expect([lines.length, lines.at(-1)]).toEqual([17, last]);
  },
);

test.each<[Locale, string]>([
  ['en', 'and 479 more. All of them: wasap command list'],
  ['es', 'y 479 más. Todos: wasap command list'],
])('in %s, of names that would fill the phone it says how many more there are', async (locale, last) => {
  const files = Array.from({ length: 510 }, (_, place) => file({ name: `${place}-`.padEnd(57, 'x') }));
  const lines = (await asked('/help projects', files, locale)).split('\n');
  const names = lines.find((line) => line.includes('`/15-x'))?.split(', ').length;
  expect([names, lines.includes(last)]).toEqual([16, true]);
});

test('without any, /help projects says nothing of them', async () => {
  expect(await asked('/help projects', [])).not.toContain('Command files');
});

test.each<[string, Partial<ListedCommandFile>, string]>([
  ['a link', { description: '[click](https://evil.example)' }, '`/x` - `[click](https://evil.example)`'],
  ['bold words', { description: 'runs **now**' }, '`/x` - `runs **now**`'],
  ['lines of its own', { description: 'a\n✅ Accepted: /x' }, '`/x` - `a\\n✅ Accepted: /x`'],
  ['hidden signs', { description: 'a\u202eb' }, '`/x` - `a\\u{202e}b`'],
  ['backticks', { argumentHint: '`rm`' }, '`` /x `rm` ``'],
  ['very many words', { description: 'word '.repeat(500) }, `\`/x\` - ${'word '.repeat(14)}...`],
])('%s in a description stays what it is', async (_what, change, line) => {
  expect(listed(await asked('/help projects', [file({ name: 'x', ...change })]))?.[1]).toBe(line);
});

test.each<[Locale, Partial<ListedCommandFile>, string]>([
  ['en', {}, 'From this project: `.claude/commands/x.md`'],
  ['es', {}, 'De este proyecto: `.claude/commands/x.md`'],
  [
    'en',
    { source: 'own', path: '/home/ana/.wasap/commands/x.md' },
    "From the owner's own folder: `/home/ana/.wasap/commands/x.md`",
  ],
  [
    'en',
    { source: 'plugin', plugin: 'p', path: 'plugins/p/commands/x.md' },
    'From a plugin of this project: `plugins/p/commands/x.md`',
  ],
  ['en', { source: 'shipped', plugin: 'wasap', path: '/opt/x.md' }, 'Built in: `/opt/x.md`'],
])('in %s, /help of %j tells where it is from', async (locale, change, last) => {
  const text = await asked(
    '/help /x',
    [file({ name: 'x', description: 'Does x', argumentHint: '[y]', ...change })],
    locale,
  );
  expect(text.split('\n')).toEqual(['`/x [y]`', 'Does x', last]);
});
