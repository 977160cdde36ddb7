import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { SandboxProblem } from '../../src/contracts/exec.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { problemOf, type SystemFacts, systemFacts } from '../../src/sandbox/probe.ts';
import { sandboxText } from '../../src/sandbox/sandbox-text.ts';
import { fill, temporaryFolder } from '../processes/parts.ts';
import { likeDocker, withoutMark } from '../support/no-namespaces.ts';

const ORDINARY: SystemFacts = {
  isContainer: false,
  mostUserNamespaces: 96_365,
  allowsUnprivileged: true,
  apparmorRestricts: false,
};

test.each<[Partial<SystemFacts>, SandboxProblem]>([
  [{}, 'forbidden'],
  [{ isContainer: true, apparmorRestricts: true }, 'container'],
  [{ mostUserNamespaces: 0 }, 'namespaces-off'],
  [{ allowsUnprivileged: false }, 'namespaces-off'],
  [{ apparmorRestricts: true }, 'apparmor'],
  [{ mostUserNamespaces: undefined }, 'forbidden'],
])('of a system with %j the problem is %s', (facts, problem) => {
  expect(problemOf({ ...ORDINARY, ...facts })).toBe(problem);
});

test.each<[string, Readonly<Record<string, string>>, Partial<SystemFacts>]>([
  ['an ordinary one', {}, {}],
  ['Docker', { '.dockerenv': '' }, { isContainer: true }],
  ['Podman', { 'run/.containerenv': '' }, { isContainer: true }],
  ['a filter of system calls', { 'proc/self/status': 'Name:\tnode\nSeccomp:\t2\n' }, { isContainer: true }],
  ['a desktop', { 'proc/self/status': 'Name:\tnode\nSeccomp:\t0\n' }, {}],
  ['no user namespaces', { 'proc/sys/user/max_user_namespaces': '0\n' }, { mostUserNamespaces: 0 }],
  ['Debian before 11', { 'proc/sys/kernel/unprivileged_userns_clone': '0\n' }, { allowsUnprivileged: false }],
  [
    'Ubuntu since 23.10',
    { 'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' },
    { apparmorRestricts: true },
  ],
])('the files of the system tell %s', (_name, files, facts) => {
  const root = fill(temporaryFolder(), files);
  expect(systemFacts(`${root}/`)).toEqual({ ...ORDINARY, mostUserNamespaces: undefined, ...facts });
});

test('every problem has a sentence of its own that says what to do, in both languages', () => {
  const problems = Object.keys(texts('en').sandbox.why) as SandboxProblem[];
  for (const words of [texts('en'), texts('es')]) {
    const sentences = problems.map((problem) => sandboxText({ kind: 'off', problem, detail: '' }, words));
    expect(new Set(sentences).size).toBe(problems.length);
    expect(new Set(problems.map((problem) => words.sandbox.how[problem])).size).toBe(problems.length);
  }
});

describe('in a container whose filter of system calls forbids name spaces, as Docker by default', {
  tags: 'sandbox',
}, () => {
  test('the program finds it out and says it', { tags: 'full' }, async () => {
    expect(await told(likeDocker)).toEqual({
      problem: 'container',
      words: [
        expect.stringMatching(
          /^⚠️ No sandbox: this container doesn't let bubblewrap work \(.+\)\.\nStart the container .+\n--security-opt/,
        ),
        expect.stringMatching(
          /^⚠️ Sin sandbox: este contenedor no deja funcionar a bubblewrap \(.+\)\.\nArranca el contenedor .+\n--security-opt/,
        ),
      ],
    });
  });
});

describe('where no user namespace may be made', { tags: 'sandbox' }, () => {
  test('there is no sandbox, and the words of bubblewrap are told', async () => {
    expect(
      await told(() => withoutMark(['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'])),
    ).toEqual({
      problem: 'forbidden',
      words: [
        expect.stringMatching(
          /^⚠️ No sandbox: this system doesn't let bubblewrap work \(bwrap: .+\)\.\nUse .+\nIt needs user/,
        ),
        expect.stringMatching(/^⚠️ Sin sandbox: este sistema no deja funcionar a bubblewrap \(bwrap: /),
      ],
    });
  });
});

/** What a program says that starts in such a place. */
async function told(
  place: (folder: string) => readonly string[],
): Promise<{ readonly problem: string; readonly words: readonly string[] }> {
  const folder = temporaryFolder();
  const outfile = join(folder, 'tells-sandbox.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../processes/programs/tells-sandbox.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages in CommonJS call `require`, which a module does not have.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  const [program = '', ...args] = place(folder);
  const child = spawn(program, [...args, process.execPath, outfile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return JSON.parse(output);
}
