import { expect, test } from 'vitest';
import { configuredChecks, type ProjectLook } from '../../../src/tools/checks/configured-checks.ts';

/** A project of these files, by their contents. */
function project(files: Readonly<Record<string, string>>): ProjectLook {
  return {
    async names(folder) {
      const under = folder === '' ? '' : `${folder}/`;
      const below = Object.keys(files).filter((path) => path.startsWith(under));
      return new Set(below.map((path) => path.slice(under.length).split('/', 1)[0] ?? ''));
    },
    text: async (path) => files[path] ?? '',
  };
}

const PYTHON =
  '[tool.ruff]\nline-length = 100\n\n[tool.ruff.format]\n\n[tool.black]\n\n[tool.mypy]\n\n[tool.pyright]\n';

test.each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
  ['nothing is configured', { 'package.json': '{"devDependencies":{"prettier":"^3"}}' }, 'a.ts', []],
  ['the language has no checks', { 'biome.json': '{}', 'tsconfig.json': '{}' }, 'a.c', []],
  [
    'biome',
    { 'biome.json': '{}' },
    'src/a.ts',
    [
      'biome check --reporter=github --colors=off --no-errors-on-unmatched src/a.ts',
      'biome format --colors=off --no-errors-on-unmatched src/a.ts',
    ],
  ],
  ['eslint, in a file of its own', { 'eslint.config.mjs': '' }, 'a.js', ['eslint --format json a.js']],
  [
    'eslint, in the manifest',
    { 'package.json': '{"eslintConfig":{}}' },
    'a.js',
    ['eslint --format json a.js'],
  ],
  ['eslint of an older kind', { '.eslintrc.json': '{}' }, 'a.jsx', ['eslint --format json a.jsx']],
  ['prettier', { '.prettierrc': '' }, 'docs/a.md', ['prettier --no-color docs/a.md']],
  [
    'prettier, in the manifest',
    { 'package.json': '{"prettier": {"semi": false}}' },
    'a.css',
    ['prettier --no-color a.css'],
  ],
  ['a name like an option', { '.prettierrc': '' }, '--write.ts', ['prettier --no-color ./--write.ts']],
  [
    'the nearest types of several packages',
    { 'tsconfig.json': '{}', 'packages/web/tsconfig.json': '{}' },
    'packages/web/src/a.tsx',
    ['packages/web: tsc --noEmit -p tsconfig.json'],
  ],
  ['types, for a file without', { 'tsconfig.json': '{}' }, 'a.js', []],
  [
    'everything of Python',
    { 'pyproject.toml': PYTHON },
    'app/a.py',
    [
      'ruff check --no-cache --quiet --output-format concise app/a.py',
      'ruff format --no-cache --quiet --diff app/a.py',
      'black --quiet --diff app/a.py',
      'mypy --cache-dir=/dev/null --no-error-summary --no-pretty app/a.py',
      'pyright --outputjson app/a.py',
    ],
  ],
  [
    'ruff beside another formatter',
    { 'ruff.toml': 'line-length = 80\n' },
    'a.py',
    ['ruff check --no-cache --quiet --output-format concise a.py'],
  ],
  ['Go', { 'go.mod': 'module x\n' }, 'cmd/a.go', ['gofmt -d cmd/a.go', 'go vet ./cmd']],
  ['Go in a folder', { 'api/go.mod': 'module x\n' }, 'api/a.go', ['api: gofmt -d a.go', 'api: go vet .']],
  [
    'Rust where it was built before',
    { 'Cargo.toml': '[package]\nedition = "2024"\n', 'rustfmt.toml': '', 'target/x': '' },
    'src/main.rs',
    [
      'rustfmt --check --color never --edition 2024 src/main.rs',
      'cargo check --offline --locked --quiet --message-format short',
    ],
  ],
  [
    'Rust with rules',
    { 'Cargo.toml': '[lints.clippy]\nall = "warn"\n', 'target/x': '' },
    'src/main.rs',
    ['cargo clippy --offline --locked --quiet --message-format short'],
  ],
  ['Rust that was never built', { 'Cargo.toml': '' }, 'src/main.rs', []],
  [
    'a package of a workspace in Rust, where the workspace is built',
    { 'Cargo.toml': '', 'target/x': '', 'crates/web/Cargo.toml': '' },
    'crates/web/src/lib.rs',
    ['cargo check --offline --locked --quiet --message-format short'],
  ],
  [
    'Rust in a folder',
    { 'native/Cargo.toml': '', 'native/target/x': '' },
    'native/src/lib.rs',
    ['native: cargo check --offline --locked --quiet --message-format short'],
  ],
  [
    'a package with its own configuration, before that of the project',
    { 'eslint.config.js': '', 'apps/web/eslint.config.mjs': '', '.prettierrc': '' },
    'apps/web/src/a.ts',
    ['apps/web: eslint --format json src/a.ts', 'prettier --no-color apps/web/src/a.ts'],
  ],
  [
    'a service with its own environment',
    { 'services/api/pyproject.toml': '[tool.ruff]\n[tool.mypy]\n', 'services/web/ruff.toml': '' },
    'services/api/app/a.py',
    [
      'services/api: ruff check --no-cache --quiet --output-format concise app/a.py',
      'services/api: mypy --cache-dir=/dev/null --no-error-summary --no-pretty app/a.py',
    ],
  ],
  [
    'pyright beside an environment',
    { 'api/pyproject.toml': '[tool.pyright]\n', 'api/.venv/pyvenv.cfg': '', 'venv/pyvenv.cfg': '' },
    'api/a.py',
    ['api: pyright --outputjson --pythonpath=.venv/bin/python a.py'],
  ],
  ['another package than the configured one', { 'apps/web/eslint.config.mjs': '' }, 'apps/api/a.ts', []],
  [
    'a name like an option in a package',
    { 'apps/web/.prettierrc': '' },
    'apps/web/--write.ts',
    ['apps/web: prettier --no-color ./--write.ts'],
  ],
])('finds what the project configures: %s', async (_what, files, path, argvs) => {
  const checks = await configuredChecks(path, project(files));
  expect(checks.map(({ folder, argv }) => `${folder === '' ? '' : `${folder}: `}${argv.join(' ')}`)).toEqual(
    argvs,
  );
});

test.each([
  ['a.ts', 'npx prettier --write a.ts'],
  ["it's here.ts", "npx prettier --write 'it'\\''s here.ts'"],
  ['apps/web/src/a.ts', 'cd apps/web && npx prettier --write src/a.ts'],
  ['my apps/src/a.ts', "cd 'my apps' && npx prettier --write src/a.ts"],
])('how to format %s, from the root of the project', async (path, fix) => {
  const configs = { '.prettierrc': '', 'apps/web/.prettierrc': '', 'my apps/.prettierrc': '' };
  expect((await configuredChecks(path, project(configs))).map((check) => check.fix)).toEqual([fix]);
});

test('reads no folder for a language without checks', async () => {
  const look: ProjectLook = {
    names: () => Promise.reject(new Error('a folder was read')),
    text: () => Promise.reject(new Error('a file was read')),
  };
  expect(await configuredChecks('notes.txt', look)).toEqual([]);
});
