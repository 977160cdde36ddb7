import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { isLatin1 } from '../../src/core/text.ts';
import { describedTools } from '../../src/features/index.ts';
import { toolSpec } from '../../src/tools/offered.ts';

const specs = JSON.stringify(describedTools().map(toolSpec));

test('all tools together fit into 10,400 bytes of every request', () => {
  expect(Buffer.byteLength(specs)).toBeLessThanOrEqual(10_400);
});

test('what the model reads of the tools is Latin-1', () => {
  expect(isLatin1(specs)).toBe(true);
});

test('the tools stand in name order, each name once', () => {
  const names = describedTools().map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('a spec holds the schema without what tells the model nothing', () => {
  const tool = defineTool({
    name: 'example',
    description: 'An example.',
    effect: 'reads',
    service: { leftOut: 'It is only in this test.' },
    input: z.object({ count: z.int(), lines: z.int().min(1).optional(), kind: z.enum(['a', 'b']) }),
    output: z.object({}),
    run: async () => ({ text: '', data: {} }),
  });
  expect(toolSpec(tool)).toEqual({
    name: 'example',
    description: 'An example.',
    input_schema: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        lines: { type: 'integer', minimum: 1 },
        kind: { type: 'string', enum: ['a', 'b'] },
      },
      required: ['count', 'kind'],
    },
  });
});

test.each([
  ['apply_patch', 'writes'],
  ['create_cron', 'asks'],
  ['create_task_plan', 'reads'],
  ['delete_cron', 'asks'],
  ['get_eval_summary', 'reads'],
  ['get_file_outline', 'reads'],
  ['get_task_plan', 'reads'],
  ['get_workspace_info', 'reads'],
  ['git_commit', 'writes'],
  ['git_create_branch', 'writes'],
  ['git_create_pr', 'network'],
  ['git_diff', 'reads'],
  ['git_push', 'network'],
  ['git_status', 'reads'],
  ['list_allowed_commands', 'reads'],
  ['list_crons', 'reads'],
  ['list_source_files', 'reads'],
  ['list_workspaces', 'reads'],
  ['load_command', 'reads'],
  ['preview_patch', 'reads'],
  ['read_lines', 'reads'],
  ['read_source_file', 'reads'],
  ['remember', 'asks'],
  ['request_user_approval', 'asks'],
  ['run_command', 'executes'],
  ['search_source_code', 'reads'],
  ['switch_workspace', 'asks'],
  ['update_task_status', 'reads'],
  ['write_source_file', 'writes'],
])('%s %s', (name, effect) => {
  expect(describedTools().find((tool) => tool.name === name)?.effect).toBe(effect);
});

test.each([
  ['list', 'reads'],
  ['poll', 'reads'],
  ['log', 'reads'],
  ['kill', 'executes'],
])('manage_process %s: %s', (action, effect) => {
  const tool = describedTools().find(({ name }) => name === 'manage_process');
  expect(typeof tool?.effect === 'function' && tool.effect({ action })).toBe(effect);
});
