import { expect, test } from 'vitest';
import { guessProject } from '../../../src/git/workspaces/describe-workspace.ts';

const none = { languages: [], testCommand: undefined };

test.each<[string, Readonly<Record<string, string>>, ReturnType<typeof guessProject>]>([
  ['nothing', {}, none],
  ['a text', { 'README.md': 'pytest' }, none],
  [
    'a package with tests',
    { 'package.json': '{"scripts":{"test":"vitest"}}' },
    { languages: ['JavaScript'], testCommand: 'npm test' },
  ],
  [
    'a package without',
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    { languages: ['JavaScript'], testCommand: undefined },
  ],
  ['a broken package', { 'package.json': '{' }, { languages: ['JavaScript'], testCommand: undefined }],
  [
    'TypeScript',
    { 'package.json': '{"scripts":{"test":"x"}}', 'tsconfig.json': '{}' },
    { languages: ['TypeScript'], testCommand: 'npm test' },
  ],
  [
    'Python with pytest',
    { 'pyproject.toml': '[tool.pytest.ini_options]' },
    { languages: ['Python'], testCommand: 'pytest' },
  ],
  ['Python without', { 'setup.py': '' }, { languages: ['Python'], testCommand: undefined }],
  ['Go', { 'go.mod': 'module x' }, { languages: ['Go'], testCommand: 'go test ./...' }],
  ['Rust', { 'Cargo.toml': '' }, { languages: ['Rust'], testCommand: 'cargo test' }],
  ['a makefile', { Makefile: 'all:\n\ntest: all\n\t./run' }, { languages: [], testCommand: 'make test' }],
  ['a makefile without tests', { Makefile: 'tests_dir := x' }, none],
  [
    'two languages',
    { 'go.mod': '', 'package.json': '{}' },
    { languages: ['JavaScript', 'Go'], testCommand: 'go test ./...' },
  ],
])('%s', (_what, files, guess) => {
  expect(guessProject(Object.keys(files), (name) => files[name] ?? '')).toEqual(guess);
});
