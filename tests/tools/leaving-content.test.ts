import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/policy/redaction.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { addOrigin, type Bench, gitBench } from '../support/tools-context.ts';

/** Made when the test runs, so that nothing in this file looks like a secret. */
const DRAWN = createHash('sha512').update('leaving').digest('base64').replace(/[+/=]/g, '');
const TOKEN = `gh${'p_'}a1B${DRAWN.slice(0, 33)}`;
const KNOWN = `known-${DRAWN.slice(0, 20)}`;
const { privateKey: KEY } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const MESSAGE = 'fix: add data';

function bench(files: Readonly<Record<string, string>> = {}): Bench {
  return gitBench({ files, redaction: async () => createRedactor({ secrets: [KNOWN] }).redact });
}

function encoded(text: string, encoding: BufferEncoding): Buffer {
  return Buffer.from(text, encoding);
}

const HITS: Readonly<Record<string, readonly [content: string | Buffer, places: string]>> = {
  'a token': [`a\n\nexport const key = '${TOKEN}';\n`, 'src/data.txt:3'],
  'a value of a secret file': [`A=1\nVALUE=${KNOWN}\n`, 'src/data.txt:2'],
  'a value of a secret file in base64': [
    `x\n${Buffer.from(`k=${KNOWN}`).toString('base64')}\n`,
    'src/data.txt:2',
  ],
  'two passages': [`${TOKEN}\nb\n${TOKEN}\n${TOKEN}\n`, 'src/data.txt:1, src/data.txt:3-4'],
  'a token among bytes': [
    Buffer.concat([Buffer.from([0, 1, 255, 10]), Buffer.from(TOKEN)]),
    'src/data.txt:2',
  ],
  'a token in UTF-16': [encoded(`a\n${TOKEN}\n`, 'utf16le'), 'src/data.txt:2'],
  'a token far behind in one long line': [`${'x, '.repeat(90_000)} ${TOKEN}\n`, 'src/data.txt:1'],
  'a token behind much else': [`${'ordinary\n'.repeat(60_000)}${TOKEN}\n`, 'src/data.txt:60001'],
};

eachInFull(Object.entries(HITS))(
  'a commit with %s asks, and says where',
  async (_what, [content, places]) => {
    const place = bench({ 'src/data.txt': 'old\n' });
    writeFileSync(path.join(place.root, 'src/data.txt'), content);
    const review = await place.review('git_commit', { message: MESSAGE, paths: ['src'] });
    expect(review).toMatchObject({
      verdict: { kind: 'ask', rule: 'commit-content', reason: `Commit what looks like a secret: ${places}?` },
    });
    expect(JSON.stringify(review)).not.toContain(TOKEN);
  },
);

test('a commit with a private key says which lines hold it', { tags: 'full' }, async () => {
  const place = bench();
  place.write('deploy.txt', `for the server\n${KEY}`);
  const { verdict } = (await place.review('git_commit', { message: MESSAGE, paths: ['deploy.txt'] })) ?? {};
  // Which of its lines show a key by themselves depends on the key, and each run makes another one.
  expect(verdict).toMatchObject({ kind: 'ask', reason: expect.stringMatching(/deploy\.txt:\d+(-\d+)?/) });
});

const HARMLESS = {
  'hashes and ids': `${createHash('sha256').update('a').digest('hex')}\n01890a5d-ac96-774b-bcce-b302099a8057\n`,
  'a lock file': `"integrity": "sha512-${createHash('sha512').update('b').digest('base64')}"\n`,
  'a picture in base64': `src="data:image/png;base64,iVBORw0KGgo${Buffer.alloc(900, 77).toString('base64')}"\n`,
  'a name in place of a value':
    'password: process.env.DB_PASSWORD\ntoken = readToken()\nAPI_KEY=<your key>\n',
} as const;

eachInFull(Object.entries(HARMLESS))('a commit with %s asks nobody', async (_what, content) => {
  const place = bench();
  place.write('src/data.txt', content);
  const review = await place.review('git_commit', { message: MESSAGE, paths: ['src'] });
  expect(review?.verdict).toEqual({ kind: 'allow', rule: 'own-changes' });
});

test('what stood there before is not asked about again', async () => {
  const place = bench({ 'old.txt': `${TOKEN}\nb\n` });
  place.write('old.txt', `${TOKEN}\nc\n`);
  const review = await place.review('git_commit', { message: MESSAGE, paths: ['old.txt'] });
  expect(review?.verdict.kind).toBe('allow');
});

test('a file under another name is read as a whole', { tags: 'full' }, async () => {
  const place = bench({ 'old.txt': `${TOKEN}\n` });
  place.git('mv', 'old.txt', 'new.txt');
  const review = await place.review('git_commit', { message: MESSAGE, paths: ['new.txt', 'old.txt'] });
  expect(review?.verdict).toMatchObject({ reason: 'Commit what looks like a secret: new.txt:1?' });
});

test('a yes holds for exactly what was shown, and what lies on the disk counts, not what is staged', async () => {
  const place = bench();
  place.write('b.txt', 'harmless\n');
  place.git('add', 'b.txt');
  place.write('b.txt', `${TOKEN}\n`);
  const input = { message: MESSAGE, paths: ['b.txt'] };
  const first = await place.review('git_commit', input);
  place.write('b.txt', `${TOKEN}\n${TOKEN}\n`);
  const second = await place.review('git_commit', input);
  expect([first?.verdict.kind, second?.verdict.kind]).toEqual(['ask', 'ask']);
  expect(second?.binding).not.toEqual(first?.binding);
});

test('what changes after it was judged is not committed but judged again', async () => {
  const place = bench();
  place.write('b.txt', 'harmless\n');
  const input = { message: MESSAGE, paths: ['b.txt'] };
  const judged = await place.review('git_commit', input);
  place.write('b.txt', `${TOKEN}\n`);
  const { tools } = await import('../../src/tools/index.ts');
  const tool = tools.find(({ name }) => name === 'git_commit');
  await expect(tool?.prepare?.(input, place.context, judged?.binding ?? null)).rejects.toMatchObject({
    kind: 'conflict',
    facts: { rule: 'changed' },
  });
});

test('what the person has staged stays as it is while a commit is judged', async () => {
  const place = bench();
  place.write('staged.txt', 'x\n');
  place.git('add', 'staged.txt');
  place.write('b.txt', 'new\n');
  await place.review('git_commit', { message: MESSAGE, paths: ['b.txt'] });
  expect(place.git('status', '--porcelain')).toBe('A  staged.txt\n?? b.txt');
});

test('a message with a token is refused and never stands in the repository', async () => {
  const place = bench();
  place.write('b.txt', 'new\n');
  const commit = place.review('git_commit', { message: `${MESSAGE}\n\nwith ${TOKEN}`, paths: ['b.txt'] });
  await expect(commit).rejects.toMatchObject({ kind: 'invalid', message: /in line 3/ });
});

eachInFull(['.github/workflows/ci.yml', 'apps/a/b/c/package.json', 'a/b/c/d/e/f/conftest.py'])(
  '%s that a command made is asked about',
  async (file) => {
    const place = bench();
    place.write(file, 'x\n');
    const review = await place.review('git_commit', { message: MESSAGE, paths: [file] });
    expect(review?.verdict).toMatchObject({
      kind: 'ask',
      rule: 'commit-content',
      reason: `Commit changes to what decides what other programs execute: ${file}?`,
    });
  },
);

test('a protected file whose edit was approved is asked about again only when it changed since', async () => {
  const place = bench();
  await place.call('write_source_file', { path: 'lib/package.json', content: '{}\n' });
  const input = { message: MESSAGE, paths: ['lib'] };
  const approved = await place.review('git_commit', input);
  place.write('lib/package.json', '{"scripts":{}}\n');
  const changed = await place.review('git_commit', input);
  expect([approved?.verdict.kind, changed?.verdict.kind]).toEqual(['allow', 'ask']);
});

async function ownBranch(): Promise<Bench> {
  const place = bench();
  addOrigin(place);
  await place.call('git_create_branch', { name: 'own' });
  return place;
}

function committed(place: Bench, file: string, content: string): void {
  place.write(file, content);
  place.git('add', '-A');
  place.git('commit', '-q', '-m', `feat: ${file}`);
}

test('the question of a push lists its commits and files, and a yes may stand', {
  tags: 'full',
}, async () => {
  const place = await ownBranch();
  committed(place, 'src/x.txt', 'x\n');
  committed(place, 'src/y.txt', 'y\n');
  const review = await place.review('git_push', {});
  const [second, first] = place.git('log', '-2', '--format=%H').split('\n');
  expect({ lines: review?.details.split('\n').slice(2), grant: review?.grant }).toEqual({
    lines: [
      `${second?.slice(0, 10)} feat: src/y.txt`,
      `${first?.slice(0, 10)} feat: src/x.txt`,
      'src/x.txt',
      'src/y.txt',
    ],
    grant: 'push',
  });
});

const WAYS: Readonly<Record<string, readonly [make: (place: Bench) => void, reason: RegExp]>> = {
  'a commit of a command': [
    (place) => committed(place, 'src/data.txt', `A=1\nB=${KNOWN}\n`),
    /Publish what looks like a secret: src\/data\.txt:2\?$/,
  ],
  'a secret that a later commit takes away': [
    (place) => {
      committed(place, 'a.txt', `${TOKEN}\n`);
      committed(place, 'a.txt', 'one\n');
    },
    /a\.txt:1\?$/,
  ],
  'an amended commit': [
    (place) => {
      committed(place, 'b.txt', 'b\n');
      place.write('b.txt', `${TOKEN}\n`);
      place.git('commit', '-q', '-a', '--amend', '--no-edit');
    },
    /b\.txt:1\?$/,
  ],
  'a merged branch': [
    (place) => {
      place.git('checkout', '-q', '-b', 'side');
      committed(place, 'side.txt', `${TOKEN}\n`);
      place.git('checkout', '-q', 'own');
      committed(place, 'b.txt', 'b\n');
      place.git('merge', '-q', '-m', 'chore: merge', 'side');
    },
    /side\.txt:1\?$/,
  ],
  'a merge that adds what no branch had': [
    (place) => {
      place.git('checkout', '-q', '-b', 'side');
      committed(place, 'side.txt', 'x\n');
      place.git('checkout', '-q', 'own');
      committed(place, 'b.txt', 'b\n');
      place.git('merge', '-q', '--no-commit', 'side');
      place.write('evil.bin', `\0${TOKEN}\n`);
      place.git('add', '-A');
      place.git('commit', '-q', '-m', 'chore: merge');
    },
    /evil\.bin:1\?$/,
  ],
  'a file that an attribute calls binary': [
    (place) => {
      place.write('.git/info/attributes', '* -diff binary\n');
      committed(place, 'b.dat', `${TOKEN}\n`);
    },
    /b\.dat:1\?$/,
  ],
  'a token in a message': [
    (place) => place.git('commit', '-q', '--allow-empty', '-m', `fix: a\n\nwith ${TOKEN}`),
    /message of [0-9a-f]{10}:3\?$/,
  ],
  'a protected file deep below': [
    (place) => committed(place, 'apps/a/b/c/package.json', '{}\n'),
    /what other programs execute: apps\/a\/b\/c\/package\.json\?$/,
  ],
  'a commit behind a replacement': [
    (place) => {
      committed(place, 'b.txt', `${TOKEN}\n`);
      const real = place.git('rev-parse', 'HEAD');
      const other = place.git('commit-tree', 'HEAD~1^{tree}', '-p', 'HEAD~1', '-m', 'feat: other');
      place.git('replace', real, other);
    },
    /b\.txt:1\?$/,
  ],
};

eachInFull(Object.entries(WAYS))(
  'a standing yes for pushing does not cover %s',
  async (_what, [make, reason]) => {
    const place = await ownBranch();
    make(place);
    const review = await place.review('git_push', {});
    expect(review?.grant).toBeUndefined();
    expect(review?.verdict).toMatchObject({ kind: 'ask', rule: 'push-content', reason });
    expect(JSON.stringify(review)).not.toContain(TOKEN);
  },
);

test('what the remote has already is not asked about', { tags: 'full' }, async () => {
  const place = await ownBranch();
  committed(place, 'b.txt', `${TOKEN}\n`);
  place.git('push', '-q', 'origin', 'own');
  committed(place, 'c.txt', 'c\n');
  expect((await place.review('git_push', {}))?.grant).toBe('push');
});

test('more than can be looked through is said, and asked about', { tags: 'full' }, async () => {
  const place = await ownBranch();
  committed(place, 'large.txt', `${'ordinary text\n'.repeat(2_500_000)}`);
  const review = await place.review('git_push', {});
  expect(review?.grant).toBeUndefined();
  expect(review?.verdict).toMatchObject({ kind: 'ask', reason: /more than could be looked through/ });
});

test('a branch whose name holds a token is not pushed', { tags: 'full' }, async () => {
  const place = await ownBranch();
  place.git('checkout', '-q', '-b', `fix/${TOKEN}`);
  await expect(place.review('git_push', {})).rejects.toMatchObject({
    kind: 'invalid',
    message: /name of the branch/,
  });
});
