/** What any program that this one starts can see of its environment. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes({ dataOnDisk: true });

const CANARY = 'canaryOfTheHost';

/** Keys of ours, keys of others, and what makes a program load other code. */
const HOST: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: `sk-ant-${CANARY}0123456789`,
  GITHUB_TOKEN: `ghp_${CANARY}0123456789abcdefghi`,
  DATABASE_URL: `postgres://u:${CANARY}@127.0.0.1/x`,
  AWS_SECRET_ACCESS_KEY: CANARY,
  npm_config_token: CANARY,
  GIT_SSH_COMMAND: `sh -c "echo ${CANARY}"`,
  GIT_TRACE: `/nonexistent/${CANARY}`,
  PYTHONSTARTUP: `/nonexistent/${CANARY}`,
  BASH_ENV: `/nonexistent/${CANARY}`,
  RIPGREP_CONFIG_PATH: `/nonexistent/${CANARY}`,
};

/** In front of the real programs: each leaves what it was given, then becomes the real one. Not where all may write. */
function makeSpies(names: readonly string[]): string {
  const folder = mkdtempSync(path.join(homedir(), '.wasap-spies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    const script = `#!/bin/sh
tr '\\0' '\\n' </proc/$$/environ 2>/dev/null >"${folder}/seen-${name}.$$"
PATH=/usr/local/bin:/usr/bin:/bin exec ${name} "$@"
`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
  }
  return folder;
}

/** What the spies saw, by their names. */
function seenBySpies(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((name) => name.startsWith('seen-'));
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Its own variables, and those of every process it can see. */
const RUNNER = `tr '\\0' '\\n' </proc/self/environ >node_modules/own
cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' >node_modules/all`;

describe.each([
  { title: 'with a sandbox', sandbox: 'auto', file: 'all', tags: ['sandbox', 'full'] },
  { title: 'without one', sandbox: 'off-accepted', file: 'own', tags: ['full'] },
])('$title', ({ tags, ...way }) => {
  test('no program that is started has a key or a variable that loads code', { tags }, async () => {
    const { start, workspace } = await scene({
      agentYaml: `policy: { sandbox: ${way.sandbox} }`,
      env: HOST,
      script: [
        calls(['git_status', {}], ['search_source_code', { pattern: 'login' }]),
        calls(['run_command', { command: 'mocha' }], ['run_command', { command: 'git status' }]),
        calls(
          ['write_source_file', { path: 'n.txt', content: 'x\n' }],
          ['git_commit', { message: 'feat: n' }],
        ),
        says('That is all.'),
      ],
      project: (project) => makeProjectWithRunner(project, RUNNER),
    });
    const spies = makeSpies(['git', 'rg']);
    const program = start({ env: { PATH: `${spies}:${process.env.PATH}` } });
    program.say('/agent look around');
    await program.hangUp();
    const seen = seenBySpies(spies);
    const runner = readFileSync(path.join(workspace, 'node_modules', way.file), 'utf8');
    expect({
      spied: new Set([...seen.keys()].map((name) => name.split('.')[0])),
      leaks: [...seen.values(), runner].filter((text) => text.includes(CANARY)),
      isRunner: runner.includes('WASAP_PROCESS_ID='),
    }).toEqual({ spied: new Set(['seen-git', 'seen-rg']), leaks: [], isRunner: true });
  });
});
