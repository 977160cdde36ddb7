import { join } from 'node:path';
import * as z from 'zod';
import type { RepositoryFacts, WorkspaceFacts } from '../../contracts/workspaces.ts';
import { codeOf, isFailure, sentenceIn } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { jsonIn } from '../../core/json.ts';
import { namesInFolder } from '../../files/look-at-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { createGit } from '../git.ts';

/** See `Workspaces.look`. Never throws for the contents of the disk. */
export async function describeWorkspace(path: string, environment: Environment): Promise<WorkspaceFacts> {
  const repository = await repositoryOf(path, environment);
  return { repository, ...guessProject(namesInFolder(path), (name) => readProjectFile(join(path, name))) };
}

async function repositoryOf(root: string, environment: Environment): Promise<WorkspaceFacts['repository']> {
  const git = createGit({ root, environment, token: undefined });
  try {
    if (!(await git.isRepository())) return undefined;
    const { branch, head, changes } = await git.status();
    const commit = head === undefined ? undefined : await git.show(head);
    const facts: RepositoryFacts = {
      branch,
      defaultBranch: await git.defaultBranch(),
      changed: changes.length,
      lastCommit: commit && { hash: commit.hash, subject: commit.subject },
    };
    return facts;
  } catch (error) {
    if (isFailure(error)) return (locale) => sentenceIn(locale, error);
    throw error;
  }
}

function readProjectFile(file: string): string {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return '';
  }
}

type TextOf = (name: string) => string;

interface LanguageSign {
  readonly names: RegExp;
  readonly language: string;
  /** Undefined: these files do not show how it is tested. */
  readonly test?: (textOf: TextOf, name: string) => string | undefined;
}

const SIGNS: readonly LanguageSign[] = [
  { names: /^tsconfig\.json$/, language: 'TypeScript' },
  { names: /^package\.json$/, language: 'JavaScript', test: npmTest },
  {
    names: /^(pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|pytest\.ini|tox\.ini)$/,
    language: 'Python',
    test: (textOf, name) => (/pytest/.test(`${name}\n${textOf(name)}`) ? 'pytest' : undefined),
  },
  { names: /^Cargo\.toml$/, language: 'Rust', test: () => 'cargo test' },
  { names: /^go\.mod$/, language: 'Go', test: () => 'go test ./...' },
  { names: /^pom\.xml$/, language: 'Java', test: () => 'mvn test' },
  { names: /^build\.gradle(\.kts)?$/, language: 'Java/Kotlin', test: () => 'gradle test' },
  { names: /^Gemfile$/, language: 'Ruby' },
  { names: /^composer\.json$/, language: 'PHP' },
  { names: /\.(sln|csproj)$/, language: 'C#', test: () => 'dotnet test' },
  { names: /^CMakeLists\.txt$/, language: 'C/C++' },
  { names: /^Package\.swift$/, language: 'Swift', test: () => 'swift test' },
];

const MAKEFILE = /^(GNUm|[Mm])akefile$/;
/** The text that `npm init` writes when there are no tests. */
const NO_TESTS = /no test specified/;
const Package = z.object({ scripts: z.object({ test: z.string().optional() }).optional() });

/** Guesses from the names at the top of a project, and a few of those files; runs nothing. */
export function guessProject(
  names: readonly string[],
  textOf: TextOf,
): Pick<WorkspaceFacts, 'languages' | 'testCommand'> {
  const sorted = names.toSorted();
  const signs = SIGNS.flatMap((sign) => {
    const held = sorted.filter((name) => sign.names.test(name));
    return held.length === 0 ? [] : [{ ...sign, held }];
  });
  const languages = [...new Set(signs.map(({ language }) => language))];
  const make = sorted.find((name) => MAKEFILE.test(name));
  const makeTest = make !== undefined && /^test\s*:/m.test(textOf(make)) ? 'make test' : undefined;
  const commands = signs.flatMap(({ held, test }) => held.flatMap((name) => test?.(textOf, name) ?? []));
  return {
    // A TypeScript project has a package.json as well.
    languages: languages.filter((name) => name !== 'JavaScript' || !languages.includes('TypeScript')),
    testCommand: commands[0] ?? makeTest,
  };
}

function npmTest(textOf: TextOf, name: string): string | undefined {
  const script = Package.safeParse(jsonIn(textOf(name))).data?.scripts?.test;
  return script === undefined || NO_TESTS.test(script) ? undefined : 'npm test';
}
