import { describe, expect, test } from 'vitest';
import type { AnyTool } from '../../../src/contracts/tool.ts';
import { isLatin1 } from '../../../src/core/text.ts';
import { describedTools } from '../../../src/features/contributions.ts';
import { catalogOf, commandName, SERVICES } from '../../../src/features/jobs/catalog.ts';
import { createSchemaCheck } from '../../../src/features/jobs/check/schema-check.ts';
import { hasReference } from '../../../src/features/jobs/graph/reference.ts';

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

test('every tool is a command of one of the services, or says why plans have no use for it', () => {
  const homes = describedTools().map(({ name, service }) =>
    typeof service === 'string' ? [name, service] : [name, { leftOut: expect.stringMatching(/\w+ \w+/) }],
  );
  const found = describedTools().map(({ name, service }) => {
    const command = catalog.commands.find(({ tool }) => tool.name === name);
    return [name, command?.service ?? service];
  });
  expect([found, [...new Set(catalog.commands.map(({ service }) => service))].toSorted()]).toEqual([
    homes,
    Object.keys(SERVICES).toSorted(),
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
