import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GrantOffer, GrantOffers } from '../../src/contracts/grants.ts';
import type { CommandPolicy, CommandRequest } from '../../src/contracts/policy.ts';
import { createExecutables } from '../../src/policy/executables.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

const PROGRAMS = 'node npx npm make python3 gradle rake mvn composer turbo'.split(' ');

let project: Project;
let ownFolder: string;
let policy: CommandPolicy;
beforeAll(() => {
  project = makeProject();
  ownFolder = path.join(project.outside, 'own');
  mkdirSync(ownFolder);
  const bin = path.join(project.root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, text] of [
    ['scripts/run.sh', '#!/bin/sh\necho ran\n'],
    ['composer.json', '{"scripts":{"check":"true"}}'],
    ['node_modules/.bin/eslint', '#!/usr/bin/env node\n'],
  ] as const) {
    writeFileSync(path.join(project.root, name), text);
    chmodSync(path.join(project.root, name), 0o755);
  }
  const tools = path.join(project.outside, 'bin');
  mkdirSync(tools);
  for (const name of PROGRAMS) {
    writeFileSync(path.join(tools, name), '#!/bin/sh\n');
    chmodSync(path.join(tools, name), 0o755);
  }
  symlinkSync('/bin/sh', path.join(project.root, 'scripts/innocent'));
  policy = makePolicy({
    projectScripts: 'ask',
    executables: createExecutables({ searchPath: `${tools}:/usr/bin:/bin`, platform: 'posix' }),
    guardFor: (root) => createPathGuard({ root, ownFolders: [ownFolder] }),
  });
});
afterAll(() => project.remove());

async function offersFor(request: CommandRequest | string, judge = policy): Promise<GrantOffers> {
  const offers = await (await judgeIn(project, request, judge)).offers?.();
  if (offers === undefined) throw new Error('it was not asked');
  return offers;
}

function summary(offer: GrantOffer): string {
  if (offer.kind === 'refused') return `no: ${offer.why}`;
  return offer.kind === 'named' ? `all ${offer.name}` : offer.words.join(' ');
}

describe('how far a yes may reach', () => {
  test.each([
    // Exactly this, with its words as they were decoded.
    ['mkdir build', 'mkdir build', 'mkdir build', 'no: unlisted'],
    ["touch 'a  b'", 'touch a  b', 'touch a  b', 'no: unlisted'],
    ['git add -A', 'git add -A', 'git add -A', 'no: unlisted'],
    ['git commit -m "fix: it"', 'git commit -m fix: it', 'git commit -m fix: it', 'no: unlisted'],
    ['./scripts/run.sh fast', './scripts/run.sh fast', './scripts/run.sh fast', 'no: unlisted'],
    // The beginning only where nothing but running the project's code is asked about, and no word chooses the code.
    ['eslint src', 'eslint src', 'eslint src', 'eslint'],
    ['eslint --plugin-x src', 'eslint --plugin-x src', 'eslint --plugin-x src', 'no: unlisted'],
    ['npm test -- src', 'npm test -- src', 'npm test -- src', 'npm test'],
    ['npm --silent test', 'npm --silent test', 'npm --silent test', 'npm test'],
    ['npm run build', 'npm run build', 'npm run build', 'no: unlisted'],
    ['npm test -- /etc/hosts', 'npm test -- /etc/hosts', 'npm test -- /etc/hosts', 'no: unlisted'],
    ['npm ci', 'npm ci', 'npm ci', 'no: unlisted'],
    ['make test', 'make test', 'make test', 'no: unlisted'],
    ['gradle check', 'gradle check', 'gradle check', 'no: unlisted'],
    ['rake spec', 'rake spec', 'rake spec', 'no: unlisted'],
    ['mvn verify', 'mvn verify', 'mvn verify', 'no: unlisted'],
    ['composer check', 'composer check', 'composer check', 'no: unlisted'],
    ['turbo run test', 'turbo run test', 'turbo run test', 'no: unlisted'],
    // Programs that run others: what was approved once would be approval of anything.
    ['bash scripts/run.sh', 'no: shell', 'no: shell', 'no: shell'],
    ["sh -c 'ls'", 'no: shell', 'no: shell', 'no: shell'],
    ['/bin/sh scripts/run.sh', 'no: shell', 'no: shell', 'no: shell'],
    ['./scripts/innocent -c ls', 'no: shell', 'no: shell', 'no: shell'],
    ['env ls', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['timeout 5 ls', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['xargs ls', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ["find . -exec cat '{}' +", 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['git -c alias.x=!id x', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['git -c core.pager=id log', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['git rebase --exec ls main', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['git st', 'no: alias', 'no: alias', 'no: alias'],
    ['tar --to-command=id -xf a.tar', 'no: wrapper', 'no: wrapper', 'no: wrapper'],
    ['python3 -c 1', 'python3 -c 1', 'no: interpreter', 'no: interpreter'],
    ['python3 -m pytest', 'python3 -m pytest', 'no: interpreter', 'no: interpreter'],
    ['perl -e 1', 'perl -e 1', 'no: interpreter', 'no: interpreter'],
    ['awk -f x.awk src/app.ts', 'awk -f x.awk src/app.ts', 'no: interpreter', 'no: interpreter'],
    ['node -e 1', 'node -e 1', 'no: interpreter', 'no: interpreter'],
    ['node tools/x.js', 'node tools/x.js', 'no: interpreter', 'no: interpreter'],
    ['npx vitest run', 'npx vitest run', 'no: package-runner', 'no: package-runner'],
    ['npm exec vitest', 'npm exec vitest', 'no: package-runner', 'no: package-runner'],
    // More than one plain command.
    ['mkdir a && mkdir b', 'no: compound', 'no: compound', 'no: compound'],
    ['mkdir a; mkdir b', 'no: compound', 'no: compound', 'no: compound'],
    ['mkdir $(cat src/app.ts)', 'no: compound', 'no: compound', 'no: compound'],
    ['mkdir `id`', 'no: compound', 'no: compound', 'no: compound'],
    ['ls | wc -l', 'all allowed-parts', 'no: compound', 'no: compound'],
    ['ls | tee out.txt', 'no: compound', 'no: compound', 'no: compound'],
    ['mkdir *', 'no: compound', 'no: compound', 'no: compound'],
    ['echo x > made.txt', 'no: compound', 'no: compound', 'no: compound'],
    ['mkdir a\nmkdir b', 'no: compound', 'no: compound', 'no: compound'],
    ['A=1 mkdir a', 'no: compound', 'no: compound', 'no: compound'],
    // Nothing there to be bound to.
    ['no-such-program x', 'no: not-found', 'no: not-found', 'no: not-found'],
    ['./scripts/missing.sh', 'no: not-found', 'no: not-found', 'no: not-found'],
    // Asked each time, whatever was said before.
    ['cp src/app.ts .env', 'no: sensitive', 'no: sensitive', 'no: sensitive'],
    ['cp src/app.ts package.json', 'no: sensitive', 'no: sensitive', 'no: sensitive'],
    ['cp src/app.ts .github/ci.yml', 'no: sensitive', 'no: sensitive', 'no: sensitive'],
    ['cp --target-directory=.git src/app.ts', 'no: sensitive', 'no: sensitive', 'no: sensitive'],
    ['cp src/app.ts settings.txt', 'no: sensitive', 'no: sensitive', 'no: sensitive'],
  ])('%s', async (line, session, always, prefix) => {
    const offers = await offersFor(line);
    expect([offers.session, offers.always, offers.prefix].map(summary)).toEqual([session, always, prefix]);
  });

  test.each(['cat /srv/shop/.env', 'cat ../shop/certs/server.key'])(
    'nor for secrets of another project: %s',
    async (line) => {
      const { session } = await offersFor(line);
      expect(session).toEqual({ kind: 'refused', why: 'sensitive' });
    },
  );

  test("nor for this program's own files, wherever they lie", async () => {
    const { always } = await offersFor(`cp src/app.ts ${ownFolder}/agent.yaml`);
    expect(always).toEqual({ kind: 'refused', why: 'sensitive' });
  });

  test('words with characters that cannot be seen are not covered', async () => {
    const { session } = await offersFor({ kind: 'argv', argv: ['mkdir', 'a\u202eb'] });
    expect(session).toEqual({ kind: 'refused', why: 'hidden' });
  });

  test('where the repository decides what git runs, no git command is covered for always', async () => {
    const own = makeProject();
    appendFileSync(path.join(own.root, '.git/config'), '[diff "x"]\n\ttextconv = id\n');
    const offers = await (await judgeIn(own, 'git add -A', policy)).offers?.();
    own.remove();
    expect(offers?.always).toEqual({ kind: 'refused', why: 'alias' });
  });

  test('places outside the project are remembered with it; an address is none', async () => {
    expect((await offersFor('cp src/app.ts way-out/x /srv/y')).outside).toEqual(['/srv/y', 'way-out/x']);
    expect((await offersFor('git ls-remote https://example.com/etc')).outside).toEqual([]);
  });

  test('what is allowed or denied has no offers', async () => {
    const verdicts = await Promise.all(['ls', 'rm x'].map((line) => judgeIn(project, line, policy)));
    expect(verdicts.map(({ offers }) => offers)).toEqual([undefined, undefined]);
  });
});
