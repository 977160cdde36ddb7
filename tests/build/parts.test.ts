/**
 * What stands apart from `dist/program.cjs`: which modules, how both sides reach each other, and that a start reads
 * none of it.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { partition } from '../../config/build/parts.mjs';
import { texts } from '../../src/core/texts/texts.ts';
import { conversationTexts } from '../../src/features/conversation/texts/texts.ts';
import { helpTexts } from '../../src/features/help/texts/texts.ts';
import { tempFolder } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
/** `program.cjs` as it was when this was written, and some room. */
const MAX_PROGRAM_BYTES = 3_290_000;

describe('which modules stand apart', () => {
  /** By file, what it imports; what stands behind `import ` is loaded by `import()`. */
  type Graph = Readonly<Record<string, readonly string[]>>;

  /** What is in each file, by its name, and what of the program is used from elsewhere. */
  function parted(graph: Graph): Readonly<Record<string, readonly string[]>> {
    const inputs = Object.fromEntries(
      Object.entries(graph).map(([file, imports]) => [
        file,
        {
          imports: imports.map((one) => ({
            path: one.replace('import ', ''),
            kind: one.startsWith('import ') ? 'dynamic-import' : 'import-statement',
          })),
        },
      ]),
    );
    const { homes, shared } = partition(inputs, 'src/main.ts');
    const files: Record<string, readonly string[]> = {};
    for (const [file, home] of homes) files[home] = [...(files[home] ?? []), file];
    return shared.size === 0 ? files : { ...files, shared: [...shared] };
  }

  const PAGE = 'src/features/cron/pages/schedules.tsx';
  const LINK = 'src/channels/whatsapp/whatsapp.ts';
  const SPANISH = 'src/features/cron/texts/es.ts';

  test.each<[string, Graph, Readonly<Record<string, readonly string[]>>]>([
    [
      'a page with what it alone needs',
      {
        'src/main.ts': ['src/core/text.ts', `import ${PAGE}`],
        [PAGE]: ['src/core/text.ts', 'src/web-server/table.tsx'],
        'src/core/text.ts': [],
        'src/web-server/table.tsx': [],
      },
      {
        program: ['src/main.ts', 'src/core/text.ts'],
        console: [PAGE, 'src/web-server/table.tsx'],
        shared: ['src/core/text.ts'],
      },
    ],
    [
      'not a page that a start needs, too',
      { 'src/main.ts': [`import ${PAGE}`, PAGE], [PAGE]: [] },
      { program: ['src/main.ts', PAGE] },
    ],
    [
      'not what two parts need: it is in the program',
      {
        'src/main.ts': [`import ${PAGE}`, `import ${LINK}`],
        [PAGE]: ['src/models/profile.ts'],
        [LINK]: ['src/models/profile.ts'],
        'src/models/profile.ts': ['src/core/money.ts'],
        'src/core/money.ts': [],
      },
      {
        program: ['src/main.ts', 'src/models/profile.ts', 'src/core/money.ts'],
        console: [PAGE],
        whatsapp: [LINK],
        shared: ['src/models/profile.ts'],
      },
    ],
    [
      'not what `import()` reaches in a folder that is not in the list',
      {
        'src/main.ts': ['import src/cli/start/run-start.ts'],
        'src/cli/start/run-start.ts': ['import src/models/client.ts'],
        'src/models/client.ts': [],
      },
      { program: ['src/main.ts', 'src/cli/start/run-start.ts', 'src/models/client.ts'] },
    ],
    [
      'texts in Spanish, however they are imported, and not what builds them',
      {
        'src/main.ts': ['src/features/cron/texts/texts.ts', 'src/core/texts/format.ts'],
        'src/features/cron/texts/texts.ts': ['src/features/cron/texts/en.ts', SPANISH],
        'src/features/cron/texts/en.ts': [],
        [SPANISH]: ['src/features/cron/texts/faults-es.ts', 'src/core/texts/format.ts'],
        'src/features/cron/texts/faults-es.ts': [],
        'src/core/texts/format.ts': [],
      },
      {
        program: [
          'src/main.ts',
          'src/features/cron/texts/texts.ts',
          'src/core/texts/format.ts',
          'src/features/cron/texts/en.ts',
        ],
        spanish: [SPANISH, 'src/features/cron/texts/faults-es.ts'],
        shared: ['src/core/texts/format.ts'],
      },
    ],
    [
      'a part that another part leads to',
      {
        'src/main.ts': [`import ${LINK}`],
        [LINK]: ['import src/web-server/serve-console.ts', 'src/cli/doctor/texts/es.ts'],
        'src/web-server/serve-console.ts': ['src/main.ts'],
        'src/cli/doctor/texts/es.ts': [],
      },
      {
        program: ['src/main.ts'],
        whatsapp: [LINK],
        console: ['src/web-server/serve-console.ts'],
        spanish: ['src/cli/doctor/texts/es.ts'],
        shared: ['src/main.ts'],
      },
    ],
    [
      'no package: each file has its own',
      {
        'src/main.ts': ['node_modules/zod/index.js', `import ${PAGE}`],
        [PAGE]: ['node_modules/zod/index.js'],
        'node_modules/zod/index.js': [],
      },
      { program: ['src/main.ts'], console: [PAGE] },
    ],
  ])('%s', (_what, graph, files) => {
    expect(parted(graph)).toEqual(files);
  });
});

/** The built program in a folder of its own, without its parts. @returns its launcher */
function programWithoutParts(): string {
  const folder = tempFolder('without-parts');
  onTestFinished(() => folder.remove());
  const dist = path.join(folder.path, 'dist');
  mkdirSync(dist);
  for (const name of readdirSync(DIST)) {
    if (/^(program|wasap)\.cjs$/.test(name)) copyFileSync(path.join(DIST, name), path.join(dist, name));
    else if (name !== 'parts') symlinkSync(path.join(DIST, name), path.join(dist, name));
  }
  for (const name of ['config', 'node_modules', 'package.json']) {
    symlinkSync(path.join(ROOT, name), path.join(folder.path, name));
  }
  return path.join(dist, 'wasap.cjs');
}

/** What the program answers to these lines. */
function answersTo(lines: string, { launcher = path.join(DIST, 'wasap.cjs'), locale = 'en' } = {}) {
  const folder = tempFolder('parts');
  onTestFinished(() => folder.remove());
  mkdirSync(path.join(folder.path, 'project'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'start'], {
    cwd: path.join(folder.path, 'project'),
    input: lines,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      ANTHROPIC_API_KEY: 'test-key',
      PROJECT_ROOT: path.join(folder.path, 'project'),
      DATA_DIR: path.join(folder.path, 'data'),
      CONFIG_DIR: path.join(folder.path, 'config'),
      LOCALE: locale,
    },
  });
  return { status, said: stdout, errors: stderr };
}

const HELP = { en: helpTexts(texts('en')).title, es: helpTexts(texts('es')).title };

test('a start in English reads no part: where none is installed, it answers all the same', () => {
  expect(answersTo('/help\n', { launcher: programWithoutParts() })).toEqual({
    status: 0,
    said: expect.stringContaining(HELP.en),
    errors: '',
  });
});

test('a chat that changes its language gets the other one in the same run, and the first one back', {
  tags: 'full',
}, () => {
  const { chosen } = conversationTexts(texts('es')).language;
  const { status, said, errors } = answersTo('/help\n/language es\n/help\n/language en\n/help\n');
  const order = said.split('\n').filter((line) => [HELP.en, HELP.es, chosen].includes(line));
  expect({ status, errors, order }).toEqual({
    status: 0,
    errors: '',
    order: [HELP.en, chosen, HELP.es, HELP.en],
  });
});

test('a program in Spanish answers in Spanish', { tags: 'full' }, () => {
  expect(answersTo('/ayuda\n', { locale: 'es' })).toEqual({
    status: 0,
    said: expect.stringContaining(HELP.es),
    errors: '',
  });
});

test('a program that runs on while another version is installed takes no parts of that one', () => {
  const load = createRequire(import.meta.url);
  const files = readdirSync(path.join(DIST, 'parts')).filter((name) => name.endsWith('.cjs'));
  const refusals = files.map((file) => {
    const part = load(path.join(DIST, 'parts', file)) as (program: { readonly edition: string }) => unknown;
    expect(() => part({ edition: 'older' })).toThrow('updated while it ran');
    return file;
  });
  expect(refusals.sort()).toEqual(['console.cjs', 'spanish.cjs', 'whatsapp.cjs']);
});

test('what every start reads does not grow unnoticed', () => {
  // Is it larger? See what the change brought into it: what few starts need is loaded by `import()`, and stands apart
  // where `config/build/parts.mjs` names its folder. Then raise the limit by what is left, in the same commit.
  expect(statSync(path.join(DIST, 'program.cjs')).size).toBeLessThanOrEqual(MAX_PROGRAM_BYTES);
});
