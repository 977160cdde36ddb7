import { afterAll, beforeAll, describe, expect } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { configuredLines } from './configured-lines.ts';
import { judgeIn, makePolicy, makeProject, type Project } from './project.ts';

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

const NOTHING = { network: false, writable: [] };

describe('a yes gives a configured command no more than it has without one', () => {
  eachInFull([
    ['to both streams', (line: string) => `${line} 2>&1`],
    ['through a pipe', (line: string) => `${line} | tail -3`],
    ['with its exit code', (line: string) => `${line}; echo $?`],
    ['with a variable', (line: string) => `NODE_ENV=test ${line}`],
    ['in a wrapper', (line: string) => `timeout 60 ${line}`],
    ['in a shell', (line: string) => `bash -c '${line}'`],
    ['where scripts ask', (line: string) => line],
  ])('%s', async (_name, twinOf) => {
    const policy = makePolicy({ projectScripts: 'ask' });
    const opened: string[] = [];
    for (const line of configuredLines()) {
      const { verdict, execution } = await judgeIn(project, twinOf(line), policy);
      if (verdict.kind === 'deny') continue;
      const access = execution?.access ?? NOTHING;
      if (access.network || access.writable.length > 0) opened.push(`${line}: ${JSON.stringify(access)}`);
    }
    expect(opened).toEqual([]);
  });
});
