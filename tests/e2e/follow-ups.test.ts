import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Works with whatever `sum.mjs` exports under this name. */
const double = (name: string): string =>
  `import { ${name} } from './sum.mjs';\nexport const double = (a) => ${name}(a, a);\n`;
const testOf = (module: string, name: string, claim: string): string =>
  `import test from 'node:test';\nimport assert from 'node:assert';\nimport { ${name} } from './${module}.mjs';\ntest('${name}', () => assert.equal(${claim}));\n`;

/** The person's own change: the function gets another name. */
function addSum(at: string, name: string): void {
  writeFileSync(path.join(at, 'sum.mjs'), `export const ${name} = (a, b) => a + b;\n`);
  writeFileSync(path.join(at, 'sum.test.mjs'), testOf('sum', name, `${name}(1, 2), 3`));
  git(at, 'add', '-A');
  git(at, 'commit', '-q', '-m', `feat: ${name}`);
}

test('tests that a merge turned red are told, and fixed after a yes', { tags: 'full' }, async () => {
  const { workspace, start, server } = await scene({
    script: byKeyword([
      {
        keyword: 'hold the project',
        steps: [calls(['request_user_approval', { question: 'Go on?', details: '' }]), says('Held.')],
      },
      {
        keyword: 'double',
        steps: [
          calls(
            ['write_source_file', { path: 'double.mjs', content: double('sum') }],
            [
              'write_source_file',
              { path: 'double.test.mjs', content: testOf('double', 'double', 'double(2), 4') },
            ],
          ),
          calls(['run_command', { command: 'npm test' }]),
          calls(['git_commit', { message: 'feat: double' }]),
          says('Doubled.'),
          calls(['run_command', { command: 'npm test' }]),
          calls(['read_source_file', { path: 'double.mjs' }]),
          calls(['write_source_file', { path: 'double.mjs', content: double('add') }]),
          calls(['run_command', { command: 'npm test' }]),
          calls(['git_commit', { message: 'fix: double with the new name' }]),
          says('It uses the new name.'),
        ],
      },
    ]),
    project(folder) {
      git(folder, 'init', '-q', '-b', 'main');
      git(folder, 'config', 'user.name', 'Ana');
      git(folder, 'config', 'user.email', 'ana@example.com');
      writeFileSync(
        path.join(folder, 'package.json'),
        JSON.stringify({ name: 'sample', private: true, scripts: { test: 'node --test' } }),
      );
      addSum(folder, 'sum');
    },
  });
  const program = start();
  program.say('/agent hold the project');
  await program.heard(/Go on\?/);
  program.say('/agent write double');
  await program.heard(/1 merge into main/);
  program.say('#1 yes');
  await program.heard(/✅ Done: hold|✅ Done: #1 hold|#1 ✅ Done/);
  // Both pass alone, and git merges them without a conflict.
  addSum(workspace, 'add');
  program.say('merge #2');
  await program.heard(/✅ Merged/);
  await program.heard(/🧪 `?npm test`? fails since I merged this: .*write double[\s\S]*Shall I fix it\?/);
  program.say('yes');
  await program.heard(/It uses the new name\./);
  expect(await program.hangUp()).toBe(0);
  const told = JSON.stringify(server.requests.at(-1)?.body);
  expect({
    instruction: told.includes('Since your work was merged into the project, npm test fails there.'),
    isFixed: git(workspace, 'log', '--all', '--format=%s').startsWith('fix: double with the new name'),
    file: readFileSync(path.join(workspace, 'sum.mjs'), 'utf8'),
    refusals: server.refusals,
  }).toEqual({
    instruction: true,
    isFixed: true,
    file: 'export const add = (a, b) => a + b;\n',
    refusals: [],
  });
});
