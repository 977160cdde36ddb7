import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wasap } from '../support/check-door.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

let folder: TempFolder;
let workspace: string;
beforeEach(() => {
  folder = tempFolder('secretary');
  workspace = path.join(realpathSync(folder.path), 'shop');
  mkdirSync(workspace);
});
afterEach(() => folder.remove());

function put(place: string, text: string): void {
  const file = path.join(workspace, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function secretary(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const own = {
    PROJECT_ROOT: workspace,
    DATA_DIR: path.join(folder.path, 'data'),
    CONFIG_DIR: path.join(folder.path, 'config'),
    ...env,
  };
  return wasap(['secretary', ...args], { folder: folder.path, env: own });
}

const REVIEWER = `---
name: security-reviewer
description: Reviews code for security vulnerabilities of the kinds that people who run shops on the web meet every day
tools: [Read, Grep, WebFetch]
---
Look at it.
`;

describe('wasap secretary list', () => {
  test('each with where it comes from, what it is for and its tools; then what was passed over; within 80 columns', async () => {
    put('plugins/iflow-dev/agents/security-reviewer.md', REVIEWER);
    put('.claude/agents/deployer.md', '---\nname: deployer\ndescription: "Deploys \\e[31m"\n---\n');
    put('.claude/agents/README.md', 'What we have here.\n');
    const { stdout, stderr, code } = await secretary(['list']);
    expect({
      code,
      stderr,
      wide: stdout.split('\n').filter((line) => stringWidth(line) > 80),
      blocks: stdout.split('\n\n').filter((block) => !block.startsWith('wasap:')),
    }).toEqual({
      code: 0,
      stderr: '',
      wide: [],
      blocks: [
        `iflow-dev:security-reviewer (plugin of this project)
  Reviews code for security vulnerabilities of the kinds that people who run
  shops on the web meet every day
  Tools: Read, Grep, WebFetch
  grants nothing: WebFetch`,
        `project:deployer (of this project)
  Deploys \\x1b[31m
  Tools: all that a task has`,
        `Passed over:
  .claude/agents/README.md: It does not begin with --- and name, description.
`,
      ],
    });
  });

  test('--json is a list of AgentRecord, and each PARSE_ERROR is a line of stderr', async () => {
    put('plugins/iflow-dev/agents/security-reviewer.md', REVIEWER);
    put('plugins/iflow-dev/agents/all.md', '---\nname: all\ndescription: Everything\n---\n');
    put('.claude/agents/README.md', 'What we have here.\n');
    const { stdout, stderr, code } = await secretary(['list', '--json']);
    const records = JSON.parse(stdout) as readonly { plugin: string }[];
    expect({
      code,
      records: records.filter(({ plugin }) => plugin === 'iflow-dev'),
      error: JSON.parse(stderr) as unknown,
    }).toEqual({
      code: 0,
      records: [
        { plugin: 'iflow-dev', name: 'all', description: 'Everything', tools: ['*'] },
        {
          plugin: 'iflow-dev',
          name: 'security-reviewer',
          description:
            'Reviews code for security vulnerabilities of the kinds that people who run shops on the web meet every day',
          tools: ['Read', 'Grep', 'WebFetch'],
        },
      ],
      error: {
        type: 'PARSE_ERROR',
        file: '.claude/agents/README.md',
        message: 'It does not begin with --- and name, description.',
        action: 'skip',
      },
    });
  });

  test('in Spanish where that is set', async () => {
    put('.claude/agents/deployer.md', '---\nname: deployer\ndescription: Despliega\n---\n');
    const { stdout } = await secretary(['list'], { LOCALE: 'es' });
    expect(stdout).toContain(
      'project:deployer (de este proyecto)\n  Despliega\n  Herramientas: todas las que tiene una tarea\n',
    );
  });
});
