import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeIn, makePolicy, makeProject, type Project, summaryOf } from './project.ts';

let project: Project;
beforeAll(() => {
  project = makeProject();
  mkdirSync(path.join(project.root, 'api'));
  writeFileSync(path.join(project.root, 'api/package.json'), '{"scripts":{"only-here":"true"}}');
  writeFileSync(path.join(project.root, 'composer.json'), '{"scripts":{"test":["phpunit"],"lint":"phpcs"}}');
  writeFileSync(path.join(project.root, 'cover.out'), '');
});
afterAll(() => project.remove());

describe('programs of the project, and what they are given', () => {
  test.each([
    ['python3 src/app.py --port=8080 --verbose data/in.csv', 'allow'],
    ['python3 src/app.py /etc/hosts', 'ask path-outside'],
    ['python3 src/app.py --out=/tmp/x', 'ask path-outside'],
    ['python3 src/app.py .env', 'ask path-secret'],
    ['python3 /tmp/x.py', 'ask path-outside'],
    ['python3 way-out/x.py', 'ask path-outside'],
    ['python3 -c "print(1)" src/app.py', 'ask unknown-subcommand'],
    ['python3 -u -c pass', 'ask unknown-subcommand'],
    ['python3 -', 'ask unknown-subcommand'],
    ['python3', 'ask unknown-subcommand'],
    ['python3 @x.py', 'ask unexpected-argument'],
    ['node dist/index.js -- --x', 'allow'],
    ['node -r ./x.js dist/index.js', 'ask unexpected-argument'],
    ['node inspect dist/index.js', 'ask unexpected-argument'],
    ['node https://example.com/x.js', 'ask unexpected-argument'],
    ['deno run npm:x', 'ask unexpected-argument'],
    ['deno run https://example.com/x.ts', 'ask unexpected-argument'],
    ['go run ./cmd/api -port 80', 'allow'],
    ['go run example.com/x@latest', 'ask unexpected-argument'],
    ['go run -exec sh ./cmd', 'ask unknown-flag'],
    ['cargo run --release -- --config /etc/x', 'ask path-outside'],
    ['cargo run --release -- --verbose in.txt', 'allow'],
    ['cargo run --config x', 'ask unknown-flag'],
    ['cargo run in.txt', 'ask unknown-argument'],
    ['composer test -- --filter x', 'allow'],
    ['composer lint', 'allow'],
    ['composer install', 'ask unknown-subcommand'],
    ['composer require a/b', 'ask unknown-subcommand'],
    ['go test -coverprofile=new.out ./...', 'allow'],
    ['go test -coverprofile cover.out ./...', 'allow'],
    ['go test -coverprofile=src/app.ts ./...', 'ask unexpected-argument'],
    ['go test -coverprofile=Makefile ./...', 'ask unexpected-argument'],
    ['go test -coverprofile=.github/x.yml ./...', 'ask unexpected-argument'],
    ['go test -coverprofile=../x.out ./...', 'ask path-outside'],
  ])('%s: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(verdict);
  });
});

describe('what runs another command is judged by that one', () => {
  test.each([
    ['poetry run pytest -q tests', 'allow'],
    ['poetry run python -m pytest', 'allow'],
    ['uv run --frozen pytest', 'allow'],
    ['uv run src/app.py', 'allow'],
    ['bundle exec rspec spec/models', 'allow'],
    ['bundle exec rake db:test', 'allow'],
    ['hatch run -- ruff check .', 'allow'],
    ['poetry run pytest /tmp/x', 'ask path-outside'],
    ['poetry run python -c 1', 'ask unknown-subcommand'],
    ['poetry run bash -n x.sh', 'ask starts-others'],
    ['poetry run git status', 'ask starts-others'],
    ['poetry run poetry run pytest', 'ask starts-others'],
    ['poetry run rm -rf src', 'ask unknown-command'],
    ['poetry run', 'ask unknown-subcommand'],
    ['uv run --with evil pytest', 'ask unknown-flag'],
    ['uv run --index-url http://x pytest', 'ask unknown-flag'],
    ['uv pip install x', 'ask unknown-subcommand'],
    ['bundle exec', 'ask unknown-subcommand'],
    ['bundle install', 'ask unknown-subcommand'],
  ])('%s: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(verdict);
  });

  test('without a sandbox it asks as code of the project', async () => {
    const policy = makePolicy({ projectScripts: 'ask' });
    const lines = ['poetry run pytest', 'python3 src/app.py', 'cargo run', 'tox', 'rake', 'composer test'];
    const verdicts = await Promise.all(lines.map((line) => judgeIn(project, line, policy)));
    expect(verdicts.map(summaryOf)).toEqual(lines.map(() => 'ask project-script'));
  });
});

describe('a folder that an option goes to', () => {
  test.each([
    ['git -C api status', 'allow'],
    ['git -C api diff -- package.json', 'allow'],
    ['git -C api diff -- ../../other', 'ask path-outside'],
    ['git -C .. status', 'ask path-outside'],
    ['git -C way-out log', 'ask path-outside'],
    ['git -C /tmp status', 'ask path-outside'],
    ['git --no-pager -C api log -3', 'allow'],
    ['git -c core.pager=id -C api log', 'ask unknown-subcommand'],
    ['npm run only-here --prefix api', 'allow'],
    ['npm run only-here --prefix=../other', 'ask path-outside'],
    ['npm test -- --prefix api', 'ask unknown-flag'],
    ['git -C api -C .. status', 'ask unknown-subcommand'],
    ['git -C api -c core.pager=id log', 'ask unknown-subcommand'],
    ['git -C api push', 'deny denied-subcommand'],
    ['npm --prefix api run only-here', 'allow'],
    ['npm --prefix=api run only-here', 'allow'],
    ['npm --prefix api run build', 'ask unexpected-argument'],
    ['npm --prefix /tmp test', 'ask path-outside'],
  ])('%s: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(verdict);
  });

  test('what runs names the real folder', async () => {
    const { execution } = await judgeIn(project, 'git -C ./api/../api status');
    expect(execution).toMatchObject({ args: expect.arrayContaining(['-C', `${project.root}/api`]) });
  });
});

describe('awk that only prints', () => {
  test.each([
    ["awk '{print $1}' src/app.ts", 'allow'],
    ['awk -F: \'NR>5 && NR<=10 {print NR": "$0}\' src/app.ts', 'allow'],
    ['awk \'/start|end/{n++} END{printf "%d\\n", n}\' src/app.ts', 'allow'],
    ['awk \'{print > "x"}\' src/app.ts', 'ask unexpected-argument'],
    ['awk \'{print | "sh"}\' src/app.ts', 'ask unexpected-argument'],
    ['awk \'/"/{print > "x"} /"/\' src/app.ts', 'ask unexpected-argument'],
    ['awk \'BEGIN{system("id")}\'', 'ask unexpected-argument'],
    ['awk \'BEGIN{"id" | getline x}\'', 'ask unexpected-argument'],
    ['awk \'BEGIN{while((getline l < ".env")>0) print l}\'', 'ask unexpected-argument'],
    ['awk \'BEGIN{print ENVIRON["HOME"]}\'', 'ask unexpected-argument'],
    ['awk \'BEGIN{ARGV[1]="/etc/hosts";ARGC=2}{print}\'', 'ask unexpected-argument'],
    ['awk \'@load "system"\'', 'ask unexpected-argument'],
    ['awk \'BEGIN{f="sys" "tem"; @f("id")}\'', 'ask unexpected-argument'],
    ['awk -f x.awk src/app.ts', 'ask unknown-flag'],
    ["awk '{print}' .env", 'ask path-secret'],
    ["awk '{print}' /etc/hosts", 'ask path-outside'],
    ["gawk -i inplace '{print}' src/app.ts", 'ask unknown-flag'],
  ])('%s: %s', async (line, verdict) => {
    expect(summaryOf(await judgeIn(project, line))).toBe(verdict);
  });
});
