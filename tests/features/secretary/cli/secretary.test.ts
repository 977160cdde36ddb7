import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { grantsOf } from '../../../../src/claude-files/tool-names.ts';
import { describedTools } from '../../../../src/features/contributions.ts';
import { says } from '../../../support/messages-server/replies.ts';
import { startMessagesServer } from '../../../support/messages-server/server.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
let workspace: string;
beforeEach(() => {
  folder = tempFolder('secretary');
  workspace = path.join(realpathSync(folder.path), 'shop');
  mkdirSync(workspace);
});
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
  folder.remove();
});

function put(place: string, text: string): void {
  const file = path.join(workspace, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

type Env = Readonly<Record<string, string>>;

async function secretary(args: readonly string[], env: Env = {}) {
  return run(['secretary', ...args], env);
}

async function run(args: readonly string[], env: Env = {}) {
  const own = {
    PROJECT_ROOT: workspace,
    DATA_DIR: path.join(folder.path, 'data'),
    CONFIG_DIR: path.join(folder.path, 'config'),
    ...env,
  };
  return wasap(args, { folder: folder.path, env: own });
}

const REVIEWER = `---
name: security-reviewer
description: Reviews code for security vulnerabilities of the kinds that people who run shops on the web meet every day
tools: [Read, Grep, WebBrowser]
---
Look at it.
`;

describe('wasap secretary list', () => {
  test('each with where it comes from, what it is for and its tools; then what was passed over; within 80 columns', {
    tags: 'full',
  }, async () => {
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
  Tools: Read, Grep, WebBrowser
  not available here: WebBrowser`,
        `project:deployer (from this project)
  Deploys \\x1b[31m
  Tools: everything a task can use
  only the ones that read, until an owner accepts its file in a chat: /secretary
  trust project:deployer`,
        `Skipped files:
  .claude/agents/README.md: It doesn't start with --- and name, description.
`,
      ],
    });
  });

  test('a header that is no YAML is used as far as it is clear, which is told', {
    tags: 'full',
  }, async () => {
    const description = 'Use this agent when code changed: <example>Context: user: "Done?"</example>';
    put('.claude/agents/a.md', `---\nname: checker\ndescription: ${description}\ntools: Read\n---\nCheck.\n`);
    const { stdout } = await secretary(['list']);
    expect(stdout.split('\n\n')[0]).toBe(`project:checker (from this project)
  Use this agent when code changed: <example>Context: user: "Done?"</example>
  Tools: Read
  The frontmatter is no YAML (line 3: Nested mappings are not allowed in compact
  mappings) and was read line by line. Put values that hold a colon or brackets
  in quotes.`);
  });

  test('--json is a list of AgentRecord, and each PARSE_ERROR is a line of stderr', {
    tags: 'full',
  }, async () => {
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
          tools: ['Read', 'Grep', 'WebBrowser'],
        },
      ],
      error: {
        type: 'PARSE_ERROR',
        file: '.claude/agents/README.md',
        message: "It doesn't start with --- and name, description.",
        action: 'skip',
      },
    });
  });

  test('in Spanish where that is set', { tags: 'full' }, async () => {
    put('.claude/agents/deployer.md', '---\nname: deployer\ndescription: Despliega\n---\n');
    const { stdout } = await secretary(['list'], { LOCALE: 'es' });
    expect(stdout).toContain(
      'project:deployer (de este proyecto)\n  Despliega\n  Herramientas: todas las que puede usar una tarea\n',
    );
  });
});

const CLEAR = {
  intent: 'Review src/auth for security',
  context: '',
  requirements: ['Rate the findings'],
  keywords: ['security'],
  questions: [],
};
const MATCHES = {
  matches: [
    { agent: 'iflow-dev:security-reviewer', confidence: 92, reason: 'It reviews security' },
    { agent: 'evil:nobody', confidence: 100, reason: 'made up' },
  ],
  workflow: null,
};

describe('wasap secretary route', () => {
  /** The real client against a server that answers so; `bodies` is what it was asked. */
  async function routed(args: readonly string[], ...answers: readonly object[]) {
    put('plugins/iflow-dev/agents/security-reviewer.md', REVIEWER);
    const replies = answers.map((answer) => says(JSON.stringify(answer)));
    const server = await startMessagesServer({ script: replies });
    open.push(() => server.close());
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'test-key' };
    const done = await secretary(['route', ...args], env);
    return { ...done, requests: server.requests.length };
  }

  test('understanding, match, reason and options, within 80 columns; what it cost on stderr', {
    tags: 'full',
  }, async () => {
    const { stdout, stderr, code, requests } = await routed(['review', 'auth'], CLEAR, MATCHES);
    expect({ stdout, stderr, code, requests }).toEqual({
      stdout: `🧭 I understand: Review src/auth for security
Best match: iflow-dev:security-reviewer (92%, plugin of this project). It
reviews security

I'll delegate to security-reviewer (92% match). Confirm?
1. Accept security-reviewer: Best match for Review src/auth for security
2. Cancel: Abort request
Or name another specialist: bug-fixer, code-reviewer, documentation-writer,
wasap:security-reviewer, test-writer
`,
      stderr: expect.stringMatching(/^Cost: \$\d/),
      code: 0,
      requests: 2,
    });
  });

  test('--json is the MatchResult of the specification', { tags: 'full' }, async () => {
    const { stdout } = await routed(['--json', 'review auth'], CLEAR, MATCHES);
    expect(JSON.parse(stdout)).toEqual({
      matches: [{ agent: 'iflow-dev:security-reviewer', confidence: 92, reason: 'It reviews security' }],
      recommendation: 'iflow-dev:security-reviewer',
      workflow_match: null,
    });
  });

  test('--choose shows what would be begun: the tools, and the prompt', { tags: 'full' }, async () => {
    const { stdout, code } = await routed(['--choose', 'accept', 'review auth'], CLEAR, MATCHES);
    const { tools = [] } = grantsOf(['Read', 'Grep'], describedTools());
    const [, listed = ''] = /^Tools: ([\s\S]*?)\n\n/m.exec(stdout) ?? [];
    expect({ stdout: stdout.replace(listed, '<tools>'), code, tools: listed.split(/,\s/) }).toEqual({
      tools: tools.toSorted(),
      stdout: `iflow-dev:security-reviewer
Tools: <tools>

Task: Review src/auth for security

Context:
Nothing beyond the task was said.

Requirements:
- Rate the findings

Return your findings in structured format.
`,
      code: 0,
    });
  });

  test('questions are shown with their options; with --answer it goes on', { tags: 'full' }, async () => {
    const questions = [{ question: 'Which part?', options: ['login', 'UI'] }];
    const asked = await routed(['make it better'], { ...CLEAR, questions });
    const answered = await routed(['--answer', 'login', 'make it better'], { ...CLEAR, questions }, MATCHES);
    expect([asked.stdout, answered.stdout.includes('Confirm?')]).toEqual([
      'Before we start:\n1. Which part?\n   - login\n   - UI\n',
      true,
    ]);
  });

  test('nobody for it: exit code 1, and --json has the error of the specification', {
    tags: 'full',
  }, async () => {
    const { stdout, code } = await routed(['--json', 'bake a cake'], CLEAR, { matches: [], workflow: null });
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ type: 'NO_MATCH' })]);
  });

  test('without a key it says so', { tags: 'full' }, async () => {
    expect(await secretary(['route', 'x'])).toEqual({
      stdout: '',
      stderr: "wasap: No API key, so I can't choose. Run `wasap setup` to set one.\n",
      code: 2,
    });
  });

  test.each([
    [['secretary', 'route', 'x'], 'Falta la clave de API para elegir. Corre `wasap setup`.'],
    [['job', 'plan', 'x'], 'Falta la clave de API para planear. Corre `wasap setup`.'],
    [['eval', 'secretary'], 'Falta la clave. Corre `wasap setup`, o usa --replay CARPETA'],
  ])('in Spanish as well: %s', { tags: 'full' }, async (args, told) => {
    expect(await run(args, { LOCALE: 'es' })).toEqual({ stdout: '', stderr: `wasap: ${told}\n`, code: 2 });
  });
});

describe('wasap secretary mode, wasap hook session-start', () => {
  const hook = () => run(['hook', 'session-start']);

  test('without a file the defaults count, and the hook says nothing', { tags: 'full' }, async () => {
    expect([(await secretary(['mode'])).stdout.split('\n').slice(0, 2), await hook()]).toEqual([
      ['Config not found. Using defaults (manual mode).', 'Mode: manual'],
      { stdout: '', stderr: '', code: 0 },
    ]);
  });

  test('setting a mode makes the file; in aware mode the hook prints the JSON of the specification', {
    tags: 'full',
  }, async () => {
    const made = await secretary(['mode', 'aware']);
    const { stdout, code } = await hook();
    expect([made.stdout, code, JSON.parse(stdout)]).toEqual([
      'Config created at .claude/secretary.local.md\nMode is now aware.\n',
      0,
      {
        hookSpecificOutput: {
          hookEventName: 'SessionStart',
          additionalContext: expect.stringMatching(
            /^Secretary agent available for orchestrating complex requests\. For vague or multi-step tasks, consider/,
          ),
        },
      },
    ]);
    const proactive = await secretary(['mode', 'proactive']);
    expect([proactive.stdout, (await hook()).stdout]).toEqual(['Mode is now proactive.\n', '']);
  });

  test('a broken file is told, stays as it is, and counts for nothing', { tags: 'full' }, async () => {
    put('.claude/secretary.local.md', '---\nactivation_mode: [aware\n---\n');
    const shown = await secretary(['mode'], { LOCALE: 'es' });
    const set = await secretary(['mode', 'aware']);
    expect([
      shown.stdout.split(':')[0],
      shown.code,
      set.stdout.split(':')[0],
      set.code,
      (await hook()).stdout,
    ]).toEqual([
      'No puedo usar .claude/secretary.local.md',
      0,
      "I didn't change .claude/secretary.local.md",
      1,
      '',
    ]);
  });

  test('another mode is refused', { tags: 'full' }, async () => {
    const { stderr, code } = await secretary(['mode', 'always']);
    expect([stderr.includes('Allowed choices are manual, aware, proactive.'), code]).toEqual([true, 1]);
  });
});

test.each([
  [['secretary', '--help'], 'secretary-help'],
  [['secretary', 'route', '--help'], 'secretary-route-help'],
  [['hook', '--help'], 'hook-help'],
])('wasap %j', { tags: 'full' }, async (args, name) => {
  await expect((await run(args)).stdout).toMatchFileSnapshot(`${name}.golden.txt`);
});
