import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git, makeSampleProject } from './sample-project.ts';

/** The sample project with a test runner of its own, called `mocha`, that does what this `sh` script says. */
export function makeProjectWithRunner(folder: string, script: string): void {
  makeSampleProject(folder);
  const programs = path.join(folder, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(path.join(programs, 'mocha'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  writeFileSync(path.join(folder, '.gitignore'), 'node_modules/\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'build: ignore what is installed');
}
