import { describe, expect, test } from 'vitest';
import { MAX_DEPTH, MAX_PROMPTS, MAX_TASKS } from '../../../src/features/jobs/graph/graph.ts';
import { problemsOf, written } from './support.ts';

const READ = { service: 'files', command: 'read_lines' };
const LINES = { path: 'a.ts', start: 1, end: 2 };

test('a graph whose tasks refer to one another is fine', () => {
  const graph = written(
    { id: 'find', service: 'files', command: 'search_source_code', input: { pattern: 'TODO' } },
    { id: 'read', ...READ, input: { ...LINES, path: '{{find.output.matches.0.path}}' } },
    { id: 'tell', service: 'agent', command: 'delegate', prompt: 'Explain {{read.output.lines}}' },
  );
  expect(problemsOf(graph)).toEqual([]);
});

describe('the shape of a graph', () => {
  test.each<[string, unknown, string]>([
    ['no map', ['x'], ': expected object, received array'],
    ['no tasks', { name: 'a', tasks: [] }, 'tasks: expected at least one task'],
    ['an unknown field', { ...written({ id: 'a' }), color: 1 }, 'color: there is no such field'],
    [
      'an unknown field of a task',
      written({ id: 'a', ...{ depends: ['b'] } }),
      'tasks.0.depends: there is no such field',
    ],
    [
      'a name with a slash',
      { ...written({ id: 'a' }), name: 'a/b' },
      'name: expected a letter, then letters, digits, - or _, 64 at most',
    ],
    [
      'a unicode id',
      written({ id: 'tarea-ñ' }),
      'tasks.0.id: expected a letter, then letters, digits, - or _, 64 at most',
    ],
    [
      'an id of Cyrillic letters that look Latin',
      written({ id: '\u0430bc' }),
      'tasks.0.id: expected a letter, then letters, digits, - or _, 64 at most',
    ],
    [
      'prototype as an id',
      written({ id: 'prototype' }),
      'tasks.0.id: this name is taken by the language itself',
    ],
    [
      'constructor as an id',
      written({ id: 'constructor' }),
      'tasks.0.id: this name is taken by the language itself',
    ],
    [
      'prototype names as keys of an input',
      written({ id: 'a', input: JSON.parse('{"__proto__":{"x":1}}') }),
      'tasks.0.input: __proto__: this name is taken by the language itself',
    ],
    [
      'constructor deep in an input',
      written({ id: 'a', input: { b: [{ constructor: 1 }] } }),
      'tasks.0.input: constructor: this name is taken by the language itself',
    ],
    [
      'both input and prompt',
      written({ id: 'a', input: {}, prompt: 'x' }),
      'tasks.0.prompt: give input or prompt, not both',
    ],
    [
      'an input that is a list',
      written({ id: 'a', ...{ input: [] as never } }),
      'tasks.0.input: expected parameters by name',
    ],
  ])('%s is refused', (_, tree, problem) => {
    expect(problemsOf(tree)).toEqual([problem]);
  });

  test('__proto__ as an id is refused', () => {
    expect(problemsOf(written({ id: '__proto__' }))).toContain(
      'tasks.0.id: this name is taken by the language itself',
    );
  });

  test('an input that is nested a thousand times is refused', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level += 1) deep = { deep };
    const graph = { name: 'a', tasks: [{ id: 'a', service: 'git', command: 'status', input: deep }] };
    expect(problemsOf(graph)).toEqual(['tasks.0.input: this is nested deeper than 20 levels']);
  });

  test('an input of a huge text is refused', () => {
    const graph = written({ id: 'a', input: { path: 'x'.repeat(300_000) } });
    expect(problemsOf(graph)).toEqual([
      'tasks.0.input: 300011 characters are too many: the input of a task has 200000 at most',
    ]);
  });

  test('10,000 tasks are refused clearly', () => {
    const tasks = Array.from({ length: 10_000 }, (_, at) => ({ id: `t${at}` }));
    expect(problemsOf(written(...tasks))).toEqual([
      'tasks: 10000 tasks are too many: a job has 1000 at most. Make several jobs of it.',
    ]);
  });

  test(`${MAX_TASKS} tasks are taken`, () => {
    const tasks = Array.from({ length: MAX_TASKS }, (_, at) => ({ id: `t${at}` }));
    expect(problemsOf(written(...tasks))).toEqual([]);
  });
});

describe('what a graph says', () => {
  test.each([
    ['two tasks of one name', written({ id: 'a' }, { id: 'a' }), 'tasks.1.id: a is the name of two tasks'],
    [
      'an unknown service',
      written({ id: 'a', service: 'gti' }),
      'tasks.0.service: there is no service gti; did you mean git?',
    ],
    [
      'an unknown command',
      written({ id: 'a', command: 'statsu' }),
      'tasks.0.command: git has no command statsu; did you mean status?',
    ],
    [
      'a prototype name as a service',
      written({ id: 'a', service: 'constructor' }),
      'tasks.0.service: there is no service constructor; there are: files, cron, agent, workspace, git, github, shell',
    ],
    [
      'an unknown dependency',
      written({ id: 'build' }, { id: 'b', dependsOn: ['biuld'] }),
      'tasks.1.dependsOn.0: there is no task biuld; did you mean build?',
    ],
    [
      'a task that waits for itself',
      written({ id: 'a', dependsOn: ['a'] }),
      'tasks.0.dependsOn.0: a task cannot wait for itself',
    ],
    [
      'a ring',
      written({ id: 'a', dependsOn: ['c'] }, { id: 'b', dependsOn: ['a'] }, { id: 'c', dependsOn: ['b'] }),
      'tasks.0.dependsOn: these tasks wait for each other: a -> c -> b -> a',
    ],
    [
      'a ring behind a task that waits for it',
      written({ id: 'x', dependsOn: ['a'] }, { id: 'a', dependsOn: ['b'] }, { id: 'b', dependsOn: ['a'] }),
      'tasks.1.dependsOn: these tasks wait for each other: a -> b -> a',
    ],
    [
      'a ring through references alone',
      written(
        { id: 'a', ...READ, input: { ...LINES, path: '{{b.output.path}}' } },
        { id: 'b', ...READ, input: { ...LINES, path: '{{a.output.path}}' } },
      ),
      'tasks.0.dependsOn: these tasks wait for each other: a -> b -> a',
    ],
  ])('%s is refused', (_, tree, problem) => {
    expect(problemsOf(tree)).toEqual([problem]);
  });

  test(`a chain of more than ${MAX_DEPTH} tasks is refused`, () => {
    const tasks = Array.from({ length: MAX_DEPTH + 1 }, (_, at) => ({
      id: `t${at}`,
      dependsOn: at === 0 ? [] : [`t${at - 1}`],
    }));
    expect(problemsOf(written(...tasks))).toEqual([
      'tasks: 201 tasks wait for one another in a row; 200 at most',
    ]);
  });

  test(`more than ${MAX_PROMPTS} prompts are refused: each costs a request`, () => {
    const tasks = Array.from({ length: MAX_PROMPTS + 1 }, (_, at) => ({ id: `t${at}`, prompt: 'Look.' }));
    expect(problemsOf(written(...tasks))).toEqual([
      'tasks: 51 tasks have a prompt; 50 at most, because each is a request to the model',
    ]);
  });

  test('no more than twenty tasks with problems are named, however many there are', () => {
    const tasks = Array.from({ length: MAX_TASKS }, (_, at) => ({
      id: `t${at}`,
      dependsOn: [`nobody${at}`],
    }));
    expect(problemsOf(written(...tasks)).length).toBe(20);
  });
});

describe('a reference is checked before anything runs', () => {
  function problemsWith(path: string): readonly string[] {
    return problemsOf(written({ id: 'task-0' }, { id: 'me', ...READ, input: { ...LINES, path } }));
  }

  test.each([
    ['{{task-9.output.branch}}', 'there is no task task-9'],
    ['{{task-0.output.brunch}}', 'task-0.output has no brunch; it has branch, head, ahead, behind, changes'],
    ['{{task-0.output.changes.0.name}}', 'task-0.output.changes.0 has no name; it has path, code'],
    ['{{task-0.output.changes.first}}', 'task-0.output.changes has no first; it has numbers from 0 on'],
    ['{{task-0.output.changes[-1].path}}', 'task-0.output.changes has no -1; it has numbers from 0 on'],
    ['{{task-0.output.branch.length}}', 'task-0.output.branch has no length'],
    ['{{me.output.path}}', 'a task cannot refer to itself'],
    ['{{__proto__.output.x}}', '__proto__ is taken by the language itself'],
    ['{{task-0.output.__proto__}}', '__proto__ is taken by the language itself'],
    ['{{task-0.output.constructor.name}}', 'constructor is taken by the language itself'],
    ['{{task-0.output.changes.0.hasOwnProperty}}', 'hasOwnProperty is taken by the language itself'],
    ['{{task-0.output.changes}}', 'it is array, and string is expected here'],
    ['{{task-0.output.ahead}}', 'it is integer, and string is expected here'],
    ['x{{task-0.output.changes}}', 'array cannot stand within a text'],
    ['{{task-0.output}}', 'it is object, and string is expected here'],
    ['{{tarea-ñ.output.x}}', 'there is no task tarea-ñ'],
  ])('%s: %s', (path, fault) => {
    const [text = ''] = /\{\{.*\}\}/.exec(path) ?? [];
    expect(problemsWith(path)).toEqual([`tasks.1.input.path: ${text}: ${fault}`]);
  });

  test.each([
    '{{task-0.output.branch}}',
    '{{task-0.output.changes.0.path}}',
    '{{task-0.output.changes[3].path}}',
    'src/{{task-0.output.ahead}}/a.ts',
    '\\{{nobody.output.x}}',
    '{{ name }}',
  ])('%s is fine', (path) => {
    expect(problemsWith(path)).toEqual([]);
  });

  test.each([
    'echo $(cat {{a.output.branch}})',
    'echo `cat {{a.output.branch}}`',
    'echo "$(cat {{a.output.branch}})"',
    "echo $'{{a.output.branch}}'",
    `echo \${x:-{{a.output.branch}}}`,
    'cat <<END\n{{a.output.branch}}\nEND',
    'diff <(cat {{a.output.branch}}) b',
    'ls # {{a.output.branch}}',
  ])('no value can be put into %j', (command) => {
    const tree = written(
      { id: 'a' },
      { id: 'b', service: 'shell', command: 'run_command', input: { command } },
    );
    expect(problemsOf(tree)).toEqual([
      'tasks.1.input.command: {{a.output.branch}}: no value can be put into a command line behind $( ), backticks, <<, a comment or special quotes. Put the program in command and the rest in args',
    ]);
  });

  test('a number may come from a reference', () => {
    const input = { ...LINES, start: '{{task-0.output.ahead}}' };
    expect(problemsOf(written({ id: 'task-0' }, { id: 'me', ...READ, input }))).toEqual([]);
  });

  test('a text with a reference in it is no number', () => {
    const input = { ...LINES, start: '1{{task-0.output.ahead}}' };
    expect(problemsOf(written({ id: 'task-0' }, { id: 'me', ...READ, input }))).toEqual([
      'tasks.1.input: Parameter validation failed: /start must be integer',
    ]);
  });

  test('what a prompt refers to has to exist, too', () => {
    const prompt = 'Explain {{nobody.output.x}}';
    expect(problemsOf(written({ id: 'a', prompt }))).toEqual([
      'tasks.0.prompt: {{nobody.output.x}}: there is no task nobody',
    ]);
  });
});
