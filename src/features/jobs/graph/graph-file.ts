import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf, Failure } from '../../../core/failure.ts';
import { readBeginning } from '../../../core/file-access.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { type Fault, faultList } from '../../../core/texts/faults.ts';
import { offsetIn } from '../../../core/yaml-trees.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { jobFault } from '../texts/texts.ts';
import { type GraphProblem, type JobGraph, placeText, readGraph } from './graph.ts';

/** Largest file that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** How many problems are named at once; after fixing these the author checks again. */
const MAX_TOLD = 10;
const ENDING = '.yaml';

export interface GraphFile {
  /** The file's name for people. */
  readonly file: string;
  readonly graph: JobGraph;
  /** The problems of this file as one sentence for its author, with lines. */
  failure(problems: readonly GraphProblem[]): Failure;
}

/**
 * Reads a graph by the path of its file, or by its name in these folders; of equal names the last folder's wins. A
 * link in place of the file is not followed: it would show a file that somebody else chose.
 * @throws Failure `not-found` when there is none, `invalid` with file, line, task and field for its faults
 */
export async function readGraphFile(named: string, folders: readonly string[]): Promise<GraphFile> {
  const file = fileNamed(named, folders);
  const text = readGraphText(file);
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseUnbroken(file, () => {
    const parsed = parseDocument(text, { lineCounter: lines });
    const [broken] = parsed.errors;
    if (broken !== undefined) throw broken;
    return { parsed, tree: parsed.toJS() as unknown };
  });
  const lineOf = (path: readonly PropertyKey[]): number =>
    lines.linePos(offsetIn(document.parsed, path)).line;
  const failure = (problems: readonly GraphProblem[]) =>
    new Failure('invalid', problemList({ file, lineOf, tree: document.tree }, problems));
  const read = readGraph(document.tree);
  if (read.kind === 'problems') throw failure(read.problems);
  return { file, graph: read.graph, failure };
}

/** Names of the graphs in these folders, sorted. */
function graphNames(folders: readonly string[]): readonly string[] {
  const names = folders.flatMap(jobFilesIn).filter((name) => name.endsWith(ENDING));
  return [...new Set(names.map((name) => basename(name, ENDING)))].toSorted();
}

function fileNamed(named: string, folders: readonly string[]): string {
  if (/[\\/]|\.ya?ml$/.test(named)) return named;
  const folder = folders.findLast((one) => jobFilesIn(one).includes(`${named}${ENDING}`));
  if (folder !== undefined) return join(folder, `${named}${ENDING}`);
  const names = graphNames(folders);
  throw new Failure('not-found', unknownJob({ named, folders, names, near: nearestName(named, names) }));
}

interface UnknownJob {
  readonly named: string;
  readonly folders: readonly string[];
  readonly names: readonly string[];
  readonly near: string | undefined;
}

function unknownJob({ named, folders, names, near }: UnknownJob): Fault {
  const places = folders.join(', ');
  if (near !== undefined) return jobFault('unknown-near', named, places, near);
  return names.length === 0
    ? jobFault('no-jobs', named, places)
    : jobFault('unknown', named, places, names.join(', '));
}

/** Names in a folder of jobs; none when there is no such folder. */
export function jobFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

const UNREADABLE = {
  ELOOP: 'is-link',
  EISDIR: 'is-folder',
  EINVAL: 'no-regular-file',
  // The other end of a pipe or socket is missing.
  ENXIO: 'no-regular-file',
  EACCES: 'not-permitted',
} as const;

function readGraphText(file: string): string {
  try {
    const { bytes, size } = readBeginning(file, MAX_BYTES);
    if (size <= MAX_BYTES) return bytes.toString('utf8');
    throw new Failure('invalid', jobFault('too-large', file, MAX_BYTES / 1024));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Failure('not-found', jobFault('no-file', file), { cause: error });
    }
    if (code === undefined || !isKeyOf(UNREADABLE, code)) throw error;
    throw new Failure('invalid', jobFault(UNREADABLE[code], file), { cause: error });
  }
}

/** Faults with sentences of their own, by the parser's code. */
const OF_PARSER = { MULTIPLE_DOCS: 'several-documents', RESOURCE_EXHAUSTION: 'too-deep' } as const;

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** A syntax error as a sentence; aliases that multiply are refused as well. */
function parseUnbroken<Parsed>(file: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new Failure('invalid', jobFault('too-deep', file));
    if (error instanceof ReferenceError) throw new Failure('invalid', jobFault('too-many-aliases', file));
    if (!(error instanceof Error) || !error.name.startsWith('YAML')) throw error;
    const code = codeOf(error) ?? '';
    if (isKeyOf(OF_PARSER, code)) throw new Failure('invalid', jobFault(OF_PARSER[code], file));
    // The following lines show the place again.
    const [sentence = ''] = error.message.split('\n');
    throw new Failure('invalid', jobFault('broken-yaml', file, sentence.replace(/:$/, '')));
  }
}

function problemList(
  { file, tree, lineOf }: { file: string; tree: unknown; lineOf(path: readonly PropertyKey[]): number },
  problems: readonly GraphProblem[],
): Fault {
  const shown = problems.slice(0, MAX_TOLD).map(
    ({ path, fault }): Fault => ({
      ...fault,
      in(locale) {
        const where = placeText(path, tree, locale);
        return escapeHidden(
          `${file}:${lineOf(path)}: ${where === '' ? '' : `${where}: `}${fault.in(locale)}`,
        );
      },
    }),
  );
  const more = problems.length - shown.length;
  return faultList([jobFault('correct'), ...shown, ...(more > 0 ? [jobFault('more', more)] : [])]);
}
