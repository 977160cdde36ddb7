import { describe, expect, test } from 'vitest';
import type { AnyTool } from '../../../src/contracts/tool.ts';
import { isLatin1 } from '../../../src/core/text.ts';
import { catalogOf, commandName } from '../../../src/features/jobs/catalog/catalog.ts';
import { createSchemaCheck } from '../../../src/features/jobs/check/schema-check.ts';
import { hasReference } from '../../../src/features/jobs/graph/reference.ts';
import { describedTools } from '../../../src/features/offered.ts';

const catalog = catalogOf(describedTools());
const check = await createSchemaCheck();

test('a tool that says neither its service nor why it has none is a type error, not a silent gap', () => {
  const [tool] = describedTools();
  if (tool === undefined) throw new Error('There are no tools.');
  const { service: _service, examples: _examples, ...rest } = tool;
  // @ts-expect-error where plans find it is missing
  const homeless: AnyTool = rest;
  expect(homeless.service).toBe(undefined);
});

test('the seven services of the program have these commands', () => {
  expect(catalog.commands.map(commandName).toSorted()).toEqual([
    'agent.delegate',
    'agent.get_eval_summary',
    'agent.request_user_approval',
    'cron.create_cron',
    'cron.delete_cron',
    'cron.list_crons',
    'files.apply_patch',
    'files.delete_file',
    'files.list_source_files',
    'files.move_file',
    'files.preview_patch',
    'files.read_document',
    'files.read_lines',
    'files.search_source_code',
    'files.write_source_file',
    'git.commit',
    'git.create_branch',
    'git.diff',
    'git.fetch',
    'git.history',
    'git.integrate',
    'git.push',
    'git.stash',
    'git.status',
    'github.create_pr',
    'shell.list_allowed_commands',
    'shell.manage_process',
    'shell.run_command',
    'workspace.get_workspace_info',
    'workspace.list_workspaces',
    'workspace.switch_workspace',
  ]);
});

test('what makes sense only in a conversation is left out', () => {
  const leftOut = describedTools()
    .filter(({ service }) => typeof service !== 'string')
    .map(({ name }) => name);
  expect(leftOut).toEqual([
    'create_task_plan',
    'delegate_work',
    'get_file_outline',
    'get_task_plan',
    'load_command',
    'read_image',
    'read_source_file',
    'remember',
    'update_task_status',
    'web_fetch',
  ]);
});

test('a command has description, schemas, required parameters, examples and effect', () => {
  expect({ ...catalog.find('files', 'read_lines'), tool: undefined }).toEqual({
    service: 'files',
    command: 'read_lines',
    tool: undefined,
    description: 'Read lines start to end (inclusive, at most 200), numbered "L42: ".',
    effect: 'reads',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        start: { type: 'integer', minimum: 1 },
        end: { type: 'integer', minimum: 1 },
      },
      required: ['path', 'start', 'end'],
      additionalProperties: false,
    },
    required: ['path', 'start', 'end'],
    output: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        total: { type: 'integer' },
        lines: { type: 'array', items: { type: 'string' } },
      },
      required: ['path', 'total', 'lines'],
    },
    examples: expect.any(Array),
  });
});

test.each(['__proto__', 'constructor', 'toString'])('%s is no service and no command', (name) => {
  expect([catalog.find(name, name), catalog.find('files', name)]).toEqual([undefined, undefined]);
});

describe.each(catalog.commands.map((one) => [commandName(one), one] as const))('%s', (_, command) => {
  test('has an example', () => {
    expect(command.examples.length).toBeGreaterThan(0);
  });

  test('has examples that its schema takes', () => {
    expect(command.examples.map(({ input }) => check.problems(command.input, input, 'open'))).toEqual(
      command.examples.map(() => []),
    );
  });

  test('has examples without references that its tool takes', () => {
    const plain = command.examples.filter(({ input }) => !hasReference(input));
    expect(plain.map(({ input }) => command.tool.input.safeParse(input).success)).toEqual(
      plain.map(() => true),
    );
  });

  test('is told to the model in Latin-1', () => {
    const told = JSON.stringify([command.description, command.input, command.examples]);
    expect(isLatin1(told)).toBe(true);
  });
});
