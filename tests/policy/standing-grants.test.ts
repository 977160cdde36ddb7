import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grant, GrantOffers, LaunchFacts } from '../../src/contracts/grants.ts';
import { type GrantCoverage, standingGrant } from '../../src/policy/standing-grants.ts';
import { offers } from '../support/offers.ts';
import { sessionRecord } from '../support/session-record.ts';

const SCRIPT = { path: '/projects/shop/x.sh', hash: 'one' };
const PROGRAM = { path: '/projects/shop/node_modules/.bin/eslint', hash: 'two' };
const NPM_CI = ['npm', 'ci'];

function grant(change: Partial<Grant> = {}): Grant {
  const { id, conversation, workspace, owner } = sessionRecord();
  return {
    seq: 1,
    scope: 'always',
    kind: 'argv',
    conversation,
    session: id,
    workspace,
    words: NPM_CI,
    executable: '/usr/lib/npm-cli.js',
    scripts: [SCRIPT],
    outside: ['/srv/a', '/srv/b'],
    access: { network: true, writable: ['package.json'] },
    display: 'npm ci',
    grantedBy: owner,
    grantedAtMs: 5,
    ...change,
  };
}

/** `npm ci`, exactly as it was granted. */
function asked(change: Partial<GrantOffers> = {}, facts: Partial<LaunchFacts> = {}): GrantOffers {
  const plain = offers();
  return { ...plain, outside: ['/srv/a'], ...change, facts: { ...plain.facts, scripts: [SCRIPT], ...facts } };
}

function verdictOf(standing: GrantCoverage): string {
  if (standing.kind !== 'changed') return standing.kind;
  return standing.changes.map((change) => ('path' in change ? change.path : change.kind)).join(', ');
}

const judge = (call: GrantOffers | undefined, grants: readonly Grant[], name?: string) =>
  verdictOf(standingGrant({ name, offers: call }, grants));

const exactly = (...words: string[]) => ({ kind: 'offered', words }) as const;
const refused = { kind: 'refused', why: 'compound' } as const;

describe('lines made of commands I may run, allowed for a task', () => {
  const parts = { kind: 'named', name: 'allowed-parts' } as const;
  const none = { network: false, writable: [] };
  const given = grant({ scope: 'session', kind: 'name', words: ['allowed-parts'], access: none });
  test.each([
    ['another such line', offers({ session: parts, always: refused, access: none }), 'covered'],
    ['a line with a part that asks', offers({ session: refused, always: refused, access: none }), 'none'],
    ['one that would reach further', offers({ session: parts, always: refused }), 'none'],
    ['one command', offers({ access: none }), 'none'],
  ])('%s: %s', (_, call, verdict) => {
    expect(judge(call, [given])).toBe(verdict);
  });
});

describe('an exact command that was allowed for always', () => {
  test.each([
    ['the same', asked(), 'covered'],
    ['one word more', asked({ always: exactly('npm', 'ci', '--force') }), 'none'],
    ['one word less', asked({ always: exactly('npm') }), 'none'],
    ['another word', asked({ always: exactly('npm', 'i') }), 'none'],
    ['words joined', asked({ always: exactly('npm ci') }), 'none'],
    ['not offered any more', asked({ always: refused }), 'none'],
    ['only the beginning is offered', asked({ always: refused, prefix: exactly('npm', 'ci') }), 'none'],
    ['another program behind the name', asked({}, { executable: '/tmp/npm' }), 'executable'],
    ['the script changed', asked({}, { scripts: [{ ...SCRIPT, hash: 'new' }] }), SCRIPT.path],
    ['the script is gone', asked({}, { scripts: [{ ...SCRIPT, hash: null }] }), SCRIPT.path],
    ['one script more', asked({}, { scripts: [SCRIPT, PROGRAM] }), PROGRAM.path],
    ['no script any more', asked({}, { scripts: [] }), SCRIPT.path],
    ['a place further outside', asked({ outside: ['/srv/a', '/srv/c'] }), 'command'],
    ['without network', asked({ access: { network: false, writable: [] } }), 'covered'],
    ['writing elsewhere', asked({ access: { network: true, writable: ['.git'] } }), 'command'],
    ['another environment', asked({}, { environment: 'another' }), 'covered'],
  ])('%s: %s', (_, call, verdict) => {
    expect(judge(call, [grant()])).toBe(verdict);
  });

  test('with network, when it was granted without', () => {
    expect(judge(asked(), [grant({ access: { network: false, writable: ['package.json'] } })])).toBe(
      'command',
    );
  });
});

test('a grant for a session covers what is offered for a session', () => {
  const session = grant({ scope: 'session' });
  const interpreter = asked({ always: { kind: 'refused', why: 'interpreter' } });
  expect([judge(interpreter, [session]), judge(asked({ session: refused }), [session])]).toEqual([
    'covered',
    'none',
  ]);
});

describe('the beginning of a command', () => {
  const beginning = grant({ kind: 'prefix', words: ['eslint'], scripts: [PROGRAM], outside: [] });
  const facts = { program: PROGRAM.path };
  const call = (change: Partial<GrantOffers>, more: Partial<LaunchFacts> = {}) =>
    asked({ outside: [], prefix: exactly('eslint'), ...change }, { ...facts, scripts: [PROGRAM], ...more });

  test.each([
    ['any arguments that were judged', call({}), 'covered'],
    ['a script among the arguments', call({}, { scripts: [PROGRAM, SCRIPT] }), 'covered'],
    ['another beginning', call({ prefix: exactly('eslint', 'x') }), 'none'],
    ['asked for another reason too', call({ prefix: { kind: 'refused', why: 'unlisted' } }), 'none'],
    ['the program changed', call({}, { scripts: [{ ...PROGRAM, hash: 'new' }] }), PROGRAM.path],
    ['a place outside', call({ outside: ['/srv/a'] }), 'command'],
  ])('%s: %s', (_, one, verdict) => {
    expect(judge(one, [beginning])).toBe(verdict);
  });
});

describe('a name', () => {
  const named = grant({
    kind: 'name',
    words: ['push'],
    executable: undefined,
    scripts: [],
    access: undefined,
  });
  const scripts = { ...named, words: ['project-script'], access: { network: false, writable: [] } };
  const quiet = asked({ access: { network: false, writable: [] } });

  test.each([
    ['the same', undefined, 'push', 'covered'],
    ['another', undefined, 'pull-request', 'none'],
    ['none', undefined, undefined, 'none'],
    ['a command, where none was approved', quiet, 'push', 'none'],
    ['a script within what was approved', quiet, 'project-script', 'covered'],
    ['a script that reaches further', asked(), 'project-script', 'none'],
  ] as const)('%s: %s', (_, call, name, verdict) => {
    expect(judge(call, [named, scripts], name)).toBe(verdict);
  });
});

test('the newest grant counts, and one that covers wins over one that no longer does', () => {
  const [old, fresh] = [grant({ seq: 1, scripts: [] }), grant({ seq: 2 })];
  const standing = standingGrant({ name: undefined, offers: asked() }, [fresh, old]);
  expect(standing).toEqual({ kind: 'covered', grant: fresh });
});

test('a grant never covers a different argv, however near', () => {
  const word = fc.oneof(
    fc.constantFrom('npm', 'ci', '', ' ', 'n', 'pm', '--', '-x', 'npm ci', 'NPM', 'npm\0', '["npm"]', ','),
    fc.string({ maxLength: 4 }),
  );
  const argv = fc.array(word, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(argv, fc.option(argv), fc.constantFrom('argv', 'prefix'), (granted, other, kind) => {
      const wanted = other ?? [...granted];
      const call = asked({
        always: exactly(...wanted),
        prefix: exactly(...wanted),
        session: exactly(...wanted),
      });
      const standing = judge(call, [
        grant({ kind, words: granted, scripts: kind === 'argv' ? [SCRIPT] : [] }),
      ]);
      const isSame = JSON.stringify(granted) === JSON.stringify(wanted);
      expect(standing === 'covered').toBe(isSame);
    }),
    { numRuns: 2_000 },
  );
});

test('a yes for one address is none for another', () => {
  const given = grant({ scope: 'session', kind: 'name', words: ['fetch:one'], access: undefined });
  const verdicts = ['fetch:one', 'fetch:two', 'fetch'].map((name) =>
    verdictOf(standingGrant({ name, offers: undefined }, [given])),
  );
  expect(verdicts).toEqual(['covered', 'none', 'none']);
});
