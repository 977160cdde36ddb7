import { expect, test } from 'vitest';
import type { QuestionFacts } from '../../src/contracts/store.ts';
import { isIrreversible, reachesOthers } from '../../src/policy/irreversible.ts';

const TAME = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' } as const;
const SEEN = { writesOutsideGit: 'unknown', network: 'yes', undoable: 'no' } as const;
const LOST = { writesOutsideGit: 'yes', network: 'no', undoable: 'no' } as const;
const UNKNOWN = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' } as const;

function asked(tool: string, details: string, facts: Partial<QuestionFacts> | undefined) {
  const all = facts && { reason: '', rule: 'unknown-command', risk: TAME, ...facts };
  return { tool, details, facts: all };
}

test.each([
  ['a push to the default branch', asked('git_push', '', { rule: 'push-default-branch' }), true, true],
  ['a push with force', asked('git_push', '', { rule: 'push-force' }), true, true],
  [
    'a push of files that decide what others run',
    asked('git_push', '', { rule: 'push-content' }),
    true,
    true,
  ],
  ['a push of which nothing is known', asked('git_push', '', undefined), true, true],
  ['a pull request that brings such files', asked('git_create_pr', '', { rule: 'push-content' }), true, true],
  ['a push of its own branch', asked('git_push', '', { rule: 'push-own-branch' }), false, false],
  ['a push of another branch', asked('git_push', '', { rule: 'push-foreign-branch' }), false, false],
  ['git push by command', asked('run_command', 'git push origin main', { risk: SEEN }), true, true],
  ['kubectl', asked('run_command', 'kubectl apply -f x.yaml', { risk: SEEN }), true, true],
  ['a deploy script', asked('run_command', 'npm run deploy', { risk: UNKNOWN }), true, true],
  [
    'a deploy script behind another command',
    asked('run_command', 'cd a && ./deploy.sh', { risk: UNKNOWN }),
    true,
    true,
  ],
  ['a publishing target', asked('run_command', 'make publish', { risk: UNKNOWN }), true, true],
  ['this program', asked('run_command', 'wasap people invite --role owner', { risk: UNKNOWN }), true, true],
  [
    'this program by its path',
    asked('run_command', '/usr/bin/wasap lock off', { risk: UNKNOWN }),
    true,
    true,
  ],
  ['the tests', asked('run_command', 'npm test', { risk: UNKNOWN }), false, false],
  ['a folder', asked('run_command', 'mkdir out', {}), false, false],
  ['an edit', asked('apply_patch', 'deploy.md\n+ deploy', {}), false, false],
  [
    "a server's deploy",
    asked('mcp__cloud__deploy', 'cloud.deploy_site\n{}', { rule: 'mcp-tool', risk: UNKNOWN }),
    true,
    true,
  ],
  [
    "a server's search",
    asked('use_tool', 'cloud.search\n{"q":"deploy"}', { rule: 'mcp-tool', risk: UNKNOWN }),
    false,
    false,
  ],
  ['a question in its own words', asked('request_user_approval', 'deploy it?', undefined), false, false],
  ['changes that are thrown away', asked('run_command', 'git checkout -- .', { risk: LOST }), false, true],
])('%s', (_what, approval, others, forGood) => {
  expect([reachesOthers(approval), isIrreversible(approval)]).toEqual([others, forGood]);
});
