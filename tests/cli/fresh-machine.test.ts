/** What can be wrong on a machine is one sentence with what mends it, wherever it is met; never a stack. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LAUNCHER = path.join(ROOT, 'dist/wasap.cjs');
/** One of each way into the program that needs its database. */
const WAYS = [['start'], ['sessions'], ['audit'], ['metrics'], ['people']] as const;

let folder: TempFolder;
let data: string;
beforeEach(() => {
  folder = tempFolder('fresh-machine');
  data = path.join(folder.path, 'data');
  for (const name of ['project', 'config', 'home']) mkdirSync(path.join(folder.path, name));
});
afterEach(() => folder.remove());

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

interface Start {
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before the program, in its process. */
  readonly preload?: string;
  /** Runs before the program, in its folder. */
  readonly before?: string;
  readonly cwd?: string;
  readonly input?: string;
}

function wasap(
  args: readonly string[],
  { env, preload, before = ':', cwd = 'project', input = '' }: Start = {},
): Said {
  const file = path.join(folder.path, 'preload.cjs');
  if (preload !== undefined) writeFileSync(file, preload);
  const options = preload === undefined ? [] : ['--require', file];
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `${before} && exec "$0" "$@"`, process.execPath, ...options, LAUNCHER, ...args],
    {
      cwd: path.resolve(folder.path, cwd),
      input,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: path.join(folder.path, 'home'),
        CONFIG_DIR: path.join(folder.path, 'config'),
        DATA_DIR: data,
        ANTHROPIC_API_KEY: 'test-key',
        ...env,
      },
    },
  );
  // The doctor breaks its sentences into the lines of a screen.
  return { code: status, out: stdout.replaceAll('\n   ', ' '), errors: stderr };
}

const doctor = (start: Start = {}): Said => wasap(['doctor', '--offline'], start);

/** One line, and no trace of where in the program it was met. */
function oneSentence(pattern: RegExp): unknown {
  return {
    code: 2,
    out: '',
    errors: expect.stringMatching(new RegExp(`^wasap: [^\\n]*${pattern.source}[^\\n]*\\n$`)),
  };
}

describe('Node', () => {
  const OLD =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });";

  test('an older one is told before anything else is read', () => {
    expect(wasap(['--version'], { preload: OLD })).toEqual(
      oneSentence(/18\.20\.8.*20\.19 or newer.*nvm install/),
    );
  });

  test('the oldest one is that of package.json', () => {
    const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(readFileSync(LAUNCHER, 'utf8')).toContain(
      `{ major: ${engines.node.replace('>=', '').replace('.', ', minor: ')} }`,
    );
  });

  // What Node says of a module that was built for another version of it.
  const FOREIGN = `const Module = require('node:module');
Module._extensions['.node'] = () => {
  throw Object.assign(new Error('was compiled against a different Node.js version'), { code: 'ERR_DLOPEN_FAILED' });
};`;

  eachInFull([['start'], ['people']])('a native module of another one: wasap %s', (name) => {
    expect(wasap([name], { preload: FOREIGN })).toEqual(oneSentence(/npm rebuild better-sqlite3/));
  });

  test('a native module of another one: the doctor, although there is no database yet', {
    tags: 'full',
  }, () => {
    const { code, out } = doctor({ preload: FOREIGN });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/❌ SQLite was not built for this Node.*npm rebuild better-sqlite3/u),
    ]);
  });
});

describe('the database', () => {
  function started(): void {
    openStore({ path: path.join(data, 'wasap.db') }).close();
  }

  function withTranscript(): void {
    mkdirSync(path.join(data, 'agent_sessions'), { recursive: true });
    writeFileSync(path.join(data, 'agent_sessions', '20261120-00000001.jsonl'), '{}\n');
  }

  function emptied(): void {
    started();
    for (const ending of ['-wal', '-shm']) rmSync(path.join(data, `wasap.db${ending}`), { force: true });
    writeFileSync(path.join(data, 'wasap.db'), '');
  }

  test.each(WAYS)('emptied beside transcripts, wasap %s: no first start', { tags: 'full' }, (...args) => {
    emptied();
    withTranscript();
    expect(wasap(args)).toEqual(oneSentence(/is empty.*wasap restore/));
    expect(readFileSync(path.join(data, 'wasap.db'), 'utf8')).toBe('');
  });

  test('emptied beside transcripts, the doctor says what start says', { tags: 'full' }, () => {
    emptied();
    withTranscript();
    const { code, out } = doctor();
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/❌ The database.*something emptied it.*wasap restore/u),
    ]);
  });

  test('an empty file without transcripts is a start that was interrupted', { tags: 'full' }, () => {
    emptied();
    expect([wasap(['start']).code, wasap(['sessions']).out]).toEqual([
      0,
      'No tasks yet. Run wasap start, then write: /agent <task>\n',
    ]);
  });

  test.each(WAYS)('truncated, wasap %s', { tags: 'full' }, (...args) => {
    started();
    writeFileSync(path.join(data, 'wasap.db'), readFileSync(path.join(data, 'wasap.db')).subarray(0, 10_000));
    expect(wasap(args)).toEqual(oneSentence(/damaged.*left it as it is/));
  });
});

test.each([['start'], ['policy', 'git status']])(
  'a tool-commands.yaml that cannot be read: wasap %s',
  { tags: 'full' },
  (...args) => {
    writeFileSync(path.join(folder.path, 'config/tool-commands.yaml'), 'posix: [oops\n');
    expect(wasap(args[0] === 'policy' ? ['policy', 'check', 'git status'] : args)).toEqual(
      oneSentence(/tool-commands\.yaml:\d+: /),
    );
    const { code, out } = doctor();
    expect([code, out.includes('It works')]).toEqual([1, false]);
    expect(out).toMatch(/❌ I can't start: your list of commands is wrong\..*tool-commands\.yaml:\d+/u);
  },
);

test('a TZ that names no zone: the doctor says so, and that UTC is used', { tags: 'full' }, () => {
  const { out } = doctor({ env: { TZ: 'Nowhere/Bad' } });
  expect(out).toMatch(/Clock: \d\d:\d\d, UTC\.[\s\S]*TZ is "Nowhere\/Bad"/);
});

test('a data folder that cannot be written: start and doctor', { tags: 'full' }, () => {
  // Nobody may write below a file.
  writeFileSync(path.join(folder.path, 'file'), '');
  const env = { DATA_DIR: path.join(folder.path, 'file', 'data') };
  expect(wasap(['start'], { env }).errors).toMatch(/^wasap: [^\n]+\n$/);
  expect(wasap(['people'], { env }).errors).toMatch(/not read-only\. \(ENOTDIR: not a directory[^\n]+\)\n$/);
  expect(doctor({ env }).code).toBe(1);
});

describe('no key', () => {
  const env = { ANTHROPIC_API_KEY: '' };

  test('wasap start says so before the first task, with what mends it', { tags: 'full' }, () => {
    expect(wasap(['start'], { env }).errors).toMatch(
      /^wasap: No API key\. Run wasap setup, or set ANTHROPIC_API_KEY in [^\n]+\.env\n/,
    );
  });

  test.each([[['secretary', 'route', 'fix it']], [['job', 'plan', 'fix it']]])(
    'wasap %j',
    { tags: 'full' },
    (args) => {
      expect(wasap(args, { env })).toEqual(oneSentence(/No API key.*wasap setup/));
    },
  );

  test('the doctor', { tags: 'full' }, () => {
    const { code, out } = wasap(['doctor'], { env });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/❌ .*ANTHROPIC_API_KEY is not set.*wasap setup/u),
    ]);
    expect(doctor({ env }).out).toBe(out);
  });
});

test.each([
  [
    'en',
    "I can't use the settings. Please fix these settings, then try again:",
    'there is no such setting.',
    'Did you mean model?',
    'Fix each where it is set; for .env also: wasap setup',
    '1 problem to fix.',
  ],
  [
    'es',
    'No puedo usar los ajustes. Corrige estos ajustes y prueba otra vez:',
    'ese ajuste no existe.',
    '¿Quisiste decir model?',
    'Corrige cada uno en su lugar; los del .env, con: wasap setup',
    '1 problema por arreglar.',
  ],
])(
  'in %s the doctor lists wrong settings, and what mends them below',
  { tags: 'full' },
  (LOCALE, ...says) => {
    const file = path.join(folder.path, 'config/agent.yaml');
    writeFileSync(file, 'modle:\n  id: x\n');
    const { code, out } = doctor({ env: { LOCALE } });
    const [wrong, unknown, near, todo, sum] = says;
    // How wide the path is decides where its line ends.
    const lines = out.replace(`${file}: `, 'agent.yaml: ');
    expect([code, lines]).toEqual([
      1,
      `❌ ${wrong} - agent.yaml: modle: ${unknown} ${near} ${todo}\n\n${sum}\n`,
    ]);
  },
);

test.each([
  ['en', 'wasap: You are in a folder that was deleted. Go to another: cd ~\n'],
  ['es', 'wasap: Estás en una carpeta que se borró. Ve a otra: cd ~\n'],
])(
  'a working folder that was deleted, in %s: the help is there, all else says where to go',
  (LOCALE, errors) => {
    const gone = (...args: readonly string[]): Said => {
      mkdirSync(path.join(folder.path, 'gone'));
      return wasap(args, { env: { LOCALE }, cwd: 'gone', before: 'rmdir ../gone' });
    };
    expect([gone('start'), gone('doctor', '--offline').code, gone('--help')]).toEqual([
      { code: 2, out: '', errors },
      1,
      { code: 0, out: expect.stringContaining('wasap ['), errors: '' },
    ]);
  },
);

test('the doctor says that the agent only reads, and what changes that', { tags: 'full' }, () => {
  expect(doctor().out).toMatch(/read-only.*AGENT_WRITE_ENABLED=true/);
  expect(doctor({ env: { AGENT_WRITE_ENABLED: 'true' } }).out).toMatch(/can change files/);
});

test('nothing of DATA_DIR is taken along by git, and what a person wrote there stays', {
  tags: 'full',
}, () => {
  wasap(['start']);
  const file = path.join(data, '.gitignore');
  expect(readFileSync(file, 'utf8')).toBe('*\n');
  writeFileSync(file, 'mine\n');
  wasap(['start']);
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
});

describe('a project that is everything', () => {
  const env = { AGENT_WRITE_ENABLED: 'true' };

  eachInFull([
    ['the home', 'home', {}],
    ['a folder above the home', '.', {}],
    ['the disk', '/', {}],
    ['the disk, as PROJECT_ROOT', 'project', { PROJECT_ROOT: '/' }],
  ])('%s is refused with write access where nobody can be asked, and nothing is made', (_, cwd, more) => {
    expect(wasap(['start'], { env: { ...env, ...more }, cwd })).toEqual({
      code: 2,
      out: '',
      errors: expect.stringMatching(
        /^wasap: .+ holds all your files.*\nI haven't started.*\n.*PROJECT_ROOT to one\.\n$/,
      ),
    });
    expect(existsSync(data)).toBe(false);
  });

  test('without write access it may be looked at', { tags: 'full' }, () => {
    expect(wasap(['start'], { cwd: 'home' }).code).toBe(0);
  });
});

describe('unknown names in .env', () => {
  const put = (text: string): void => writeFileSync(path.join(folder.path, 'config/.env'), text);

  eachInFull([
    [
      'AGENT_WRITE_ENABELD=true',
      /AGENT_WRITE_ENABELD: there is no such setting\. Did you mean AGENT_WRITE_ENABLED\?/,
    ],
    ['ANTHROPIC_APIKEY=x', /ANTHROPIC_APIKEY: there is no such setting\. Did you mean ANTHROPIC_API_KEY\?/],
    ['agent_model=x', /agent_model: there is no such setting\. Did you mean AGENT_MODEL\?/],
    ['FLUX_CAPACITOR=on', /FLUX_CAPACITOR: there is no such setting$/m],
  ])('%s', (line, sentence) => {
    put(`${line}\n`);
    const { code, errors } = wasap(['start']);
    expect([code, errors]).toEqual([2, expect.stringMatching(sentence)]);
  });

  test('those that docker compose reads from there are no error', { tags: 'full' }, () => {
    put('EXTRA_PACKAGES="make g++"\nMEMORY_LIMIT=8g\nCPU_LIMIT=4\nCONFIG_FOLDER=./c\nPROJECTS_FOLDER=./p\n');
    expect(wasap(['start']).code).toBe(0);
  });
});
