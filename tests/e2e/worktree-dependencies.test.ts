/**
 * A dry run of the built program in a project with packages: its tests use them, and the code of the copy.
 * @module-tag full
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { git, makeSampleProject } from '../support/sample-project.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { sandboxWorks } from '../support/working-sandbox.ts';

const scene = useScenes();
const works = await sandboxWorks();

const PACKAGE = 'node_modules/left-pad/index.js';
const SOURCE = "module.exports = 'left-pad';\n";

const FILES = {
  '.gitignore': 'node_modules/\n',
  'package.json': JSON.stringify({ scripts: { test: 'mocha' }, dependencies: { 'left-pad': '1.0.0' } }),
  'packages/core/index.js': "module.exports = 'core of the project';\n",
};

/** The runner says which code it found, and tries to change a package. */
const RUNNER = `#!/usr/bin/env node
console.log('uses', require('left-pad'), 'and', require('@scope/core'));
try {
  require('node:fs').writeFileSync('${PACKAGE}', 'evil');
} catch (error) {
  console.log('refused:', error.code);
}
`;

function makeProject(folder: string): void {
  makeSampleProject(folder);
  const write = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text, { mode });
  };
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'build: two packages');
  write(PACKAGE, SOURCE);
  write('node_modules/.bin/mocha', RUNNER, 0o755);
  mkdirSync(path.join(folder, 'node_modules/@scope'));
  symlinkSync('../../packages/core', path.join(folder, 'node_modules/@scope/core'));
}

test.each([
  ...(works ? [{ name: 'in a sandbox', agentYaml: '', writes: '\nrefused: EROFS' }] : []),
  { name: 'without one', agentYaml: PROJECT_SCRIPTS, writes: '' },
])('$name', async ({ agentYaml, writes }) => {
  const { start, server, workspace } = await scene({
    agentYaml,
    project: makeProject,
    script: byTranscript([
      calls(['apply_patch', { path: 'packages/core/index.js', search: 'the project', replace: 'the copy' }]),
      calls(['read_source_file', { path: PACKAGE }]),
      calls(['apply_patch', { path: PACKAGE, search: 'left-pad', replace: 'evil' }]),
      calls(['run_command', { command: 'mocha' }]),
      says('Done.'),
    ]),
  });
  const program = start();
  program.say('/agent? try it out');
  await program.heard(/⏱️/);
  const told = allTold(server).join('\n');
  expect({ told, project: readFileSync(path.join(workspace, 'packages/core/index.js'), 'utf8') }).toEqual({
    told: expect.stringMatching(
      new RegExp(
        `module.exports = 'left-pad'[^]*only read here[^]*uses left-pad and core of the copy${writes}$`,
      ),
    ),
    project: FILES['packages/core/index.js'],
  });
  if (writes !== '') expect(readFileSync(path.join(workspace, PACKAGE), 'utf8')).toBe(SOURCE);
});
