import { describe, expect, test } from 'vitest';
import { readTestCommand } from '../../src/tools/command-kinds.ts';

describe('a command that runs tests is known by its words', () => {
  test.each([
    'npm test',
    'npm t',
    'npm run test:unit -- --watch=false',
    'npm --prefix web run test',
    'pnpm -r test',
    'yarn jest src/a.test.ts',
    'npx vitest run',
    'npx --yes mocha',
    './node_modules/.bin/vitest run',
    'node --test',
    'node --import tsx --test src',
    'node --run test',
    'pytest -q tests',
    'python3 -m pytest',
    'python -W error -m unittest discover',
    'uv run pytest',
    'poetry run pytest -x',
    'CI=1 npm test',
    'timeout 60 npm test',
    'env CI=1 go test ./...',
    'go test -json ./...',
    'cargo +nightly test --workspace',
    'cargo nextest run',
    './gradlew :app:test',
    'mvn -q verify',
    'make test',
    'make -j4 check',
    'bundle exec rspec',
    'deno test -A',
    'npm run build && npm test',
    'yarn workspace web test',
    'deno task test',
    'composer test',
    'npx turbo run test --filter=web',
    'npx nx test web',
    'node ./node_modules/vitest/vitest.mjs run',
    'npx tsx --test src/a.test.ts',
    'npx c8 --reporter=text node --test',
    'nyc mocha',
    'coverage run --branch -m pytest',
    'uvx pytest -q',
    'cargo t',
    'gotestsum ./...',
    'php artisan test',
    'bin/rails test',
    'make -C web test',
  ])('%s', (command) => {
    expect(readTestCommand(command).runsTests).toBe(true);
  });
});

describe('a command that runs none is not taken for one', () => {
  test.each([
    'npm ci',
    'npm run check-types',
    'npm run build',
    'npm install --save-dev jest',
    'make build',
    'ls tests',
    'git checkout tests',
    'git commit -m "npm test"',
    'node scripts/latest.js',
    'echo "npm test"',
    'pytest --collect-only',
    'npx vitest list',
    'npx vitest --version',
    'cargo test --no-run',
    'cargo build',
    'go vet ./...',
    'mkdir test',
    'npx nx build test-data',
    'composer install',
    'coverage run app.py',
    'node tools/vitest-report.js',
    'make -C test clean',
    '',
  ])('%s', (command) => {
    expect(readTestCommand(command).runsTests).toBe(false);
  });
});

test.each([
  ['npm test', true, true],
  ['npm run build && npm test && npm run lint', true, true],
  ['npm test 2>&1', true, true],
  ['npm test > out.txt', true, true],
  ['npm test || true', false, true],
  ['npm test; true', false, true],
  ['npm test &', false, true],
  ['npm test\nexit 0', false, true],
  ['npm test | tail -3', false, false],
  ['npm test |& tee out.txt', false, false],
  ['npm test && cat report.txt', true, false],
  ['npm test && echo "all done"', true, true],
  ['npm test && echo "12 passed"', true, false],
  ['npm test && echo $RESULT', true, false],
  ['npm test -- -t "a | b; c"', true, true],
  ["npm test -- -t 'a && b'", true, true],
  ['echo $(npm test)', false, false],
  ['(npm test)', false, false],
  ['npm test "unfinished', false, false],
])('of %j the exit code tells (%s), and so does the output (%s)', (command, exitCodeTells, outputTells) => {
  expect(readTestCommand(command)).toEqual({ runsTests: true, exitCodeTells, outputTells });
});
