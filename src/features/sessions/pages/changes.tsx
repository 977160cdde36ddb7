import type { Checkpoints, SessionDiff } from '../../../contracts/checkpoints.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WebFileSource, WebRequest, WebView } from '../../../contracts/web-page.ts';
import { isFailure } from '../../../core/failure.ts';
import { createTurns } from '../../../core/work-queues.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { changedFiles } from '../../../pictures/changed-files.ts';
import type { ColourLines } from '../../../pictures/colour-lines.ts';
import { Card, Empty } from '../../../web-server/ui.tsx';
import { sessionTexts } from '../texts/texts.ts';
import { type DiffTable, diffTables } from './diff-table.tsx';

/** Longest diff that is shown, in UTF-16 code units. */
const MAX_CHARACTERS = 100_000;
/** Most files of one page. */
const MAX_FILES = 100;

export interface ChangesParts extends ReadableTasks {
  readonly store: Pick<Store, 'checkpoints'> & ReadableTasks['store'];
  readonly checkpoints: Pick<Checkpoints, 'diff'>;
  readonly colourLines: ColourLines;
}

/** What a task changed in its project's files so far, side by side. */
export function changesView(parts: ChangesParts): WebView {
  return {
    async show(request) {
      const session = readableTask(request.param('id'), request, parts);
      if (session === undefined) return undefined;
      const words = sessionTexts(request.texts);
      const found = await diffOf(session, parts, MAX_CHARACTERS);
      const shown = found && (await prepareChanges(found, request, parts));
      return {
        title: words.changed.title,
        isStill: true,
        regions: [
          {
            name: 'task',
            body: (
              <p>
                {words.changed.of} <a href={`/tasks/${session.id}`}>{request.clean(taskLine(session))}</a>
              </p>
            ),
          },
          {
            name: 'files',
            body: <Files shown={shown} file={`/tasks/${session.id}/changes/file`} request={request} />,
          },
        ],
      };
    },
  };
}

/** Each of these takes some milliseconds of a large diff: everything else has its turn in between. */
async function prepareChanges(
  { diff, leftOut }: SessionDiff,
  { clean }: Pick<WebRequest, 'clean'>,
  { colourLines }: Pick<ChangesParts, 'colourLines'>,
): Promise<ShownChanges> {
  const turns = createTurns(1);
  await turns.next();
  // Cleaned before it is cut into lines, so that no secret is cut in two.
  const shown = clean(diff);
  await turns.next();
  const files = changedFiles(shown);
  await turns.next();
  const tables = await diffTables(files.slice(0, MAX_FILES), colourLines);
  return { tables, leftOut: leftOut + files.length - tables.length };
}

interface ShownChanges {
  readonly tables: readonly DiffTable[];
  /** Number of files that are not shown. */
  readonly leftOut: number;
}

/** Undefined when its states are no longer kept, or cannot be read. */
async function diffOf(
  { id, workspace, state: { status } }: SessionRecord,
  { store, checkpoints }: Pick<ChangesParts, 'store' | 'checkpoints'>,
  mostCharacters: number,
): Promise<SessionDiff | undefined> {
  const options = { isRunning: status === 'running', mostCharacters };
  try {
    return await checkpoints.diff(workspace, store.checkpoints.listCurrent(id), options);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

interface FilesProps {
  /** Undefined when its states are no longer there. */
  readonly shown: ShownChanges | undefined;
  /** Path of all changes as a file. */
  readonly file: string;
  readonly request: WebRequest;
}

function Files({ shown, file, request }: FilesProps) {
  const { changed } = sessionTexts(request.texts);
  if (shown === undefined) return <Empty>{changed.failed}</Empty>;
  const { tables, leftOut } = shown;
  if (tables.length === 0 && leftOut === 0) return <Empty>{changed.none}</Empty>;
  const isPart = leftOut > 0 || tables.some(({ left }) => left > 0);
  return (
    <>
      {isPart ? (
        <p>
          {changed.isPart} <a href={file}>{changed.download}</a>
        </p>
      ) : null}
      {tables.map((table, index) => (
        <File table={table} id={`file-${index + 1}`} request={request} />
      ))}
      {leftOut === 0 ? null : <p class="meta">{changed.leftOut(String(leftOut))}</p>}
    </>
  );
}

interface FileProps {
  readonly table: DiffTable;
  readonly id: string;
  readonly request: WebRequest;
}

function File({ table: { file, rows, left }, id, request: { texts } }: FileProps) {
  const { changed } = sessionTexts(texts);
  const { path, oldPath, change, mode, added, removed, isBinary, remarks } = file;
  const counts = (
    <>
      <span class="plus" title={changed.added(String(added))}>{`+${added}`}</span>{' '}
      <span class="minus" title={changed.removed(String(removed))}>{`−${removed}`}</span>
    </>
  );
  const summary = [
    ...(change === 'edited' ? [] : [changed.kinds[change]]),
    ...(mode === undefined ? [] : [`${mode.from} → ${mode.to}`]),
    ...remarks,
  ].join(' · ');
  return (
    <Card id={id} title={oldPath === undefined ? path : `${oldPath} → ${path}`} aside={counts}>
      {isBinary ? <Empty>{changed.binary}</Empty> : null}
      {summary === '' ? null : <p class="meta">{summary}</p>}
      {rows === undefined ? null : (
        <table class="diff" aria-label={path}>
          <colgroup>
            <col class="number" />
            <col />
            <col class="number" />
            <col />
          </colgroup>
          <thead class="unseen">
            <tr>
              <th scope="colgroup" colspan={2}>
                {changed.before}
              </th>
              <th scope="colgroup" colspan={2}>
                {changed.after}
              </th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
      {left === 0 ? null : <p class="meta">{changed.moreLines(String(left))}</p>}
    </Card>
  );
}

/** Longest file, in UTF-16 code units: it is made in memory. */
const MAX_FILE = 8_000_000;
/** Secrets are searched for in each piece, which blocks the program meanwhile. */
const PIECE = 30_000;
/** Longer lines are cut, and say so: one of a megabyte would be one piece. */
const MAX_LINE = 50_000;

/** All changes of a task, for those that are too large for its page. */
export function changesFile(parts: Pick<ChangesParts, 'checkpoints' | 'store' | 'visitors'>): WebFileSource {
  return {
    read(request) {
      const session = readableTask(request.param('id'), request, parts);
      if (session === undefined) return undefined;
      return {
        name: `${session.id}.diff`,
        type: 'text/x-diff; charset=utf-8',
        async *pieces() {
          const found = await diffOf(session, parts, MAX_FILE);
          if (found === undefined) return;
          yield* diffPieces(found.diff);
          if (found.leftOut > 0) yield `# files left out, because they are too large: ${found.leftOut}\n`;
        },
      };
    },
  };
}

/** Yields whole lines. A possible secret over several lines, such as a key, is never cut. */
export function* diffPieces(diff: string): Generator<string> {
  let piece = '';
  for (const run of runsOf(diff.split(/(?<=\n)/))) {
    if (piece !== '' && piece.length + run.length > PIECE) {
      yield piece;
      piece = '';
    }
    piece += run;
  }
  if (piece !== '') yield piece;
}

/** Lines between which a piece may end. */
function* runsOf(lines: readonly string[]): Generator<string> {
  let [run, isInKey, isDenseBefore]: [string, boolean, boolean] = ['', false, false];
  for (const line of lines) {
    const isDense = DENSE.test(line);
    if (run !== '' && !isInKey && !(isDenseBefore && isDense)) {
      yield run;
      run = '';
    }
    isInKey = KEY_BEGINS.test(line) || (isInKey && !KEY_ENDS.test(line));
    isDenseBefore = isDense;
    run += shortLine(line);
  }
  yield run;
}

/** A line without blanks, as those of a key are. */
const DENSE = /^.?[^\s]{16,}\r?\n?$/;
const KEY_BEGINS = /-----BEGIN /;
/** A new place in the file ends a key. */
const KEY_ENDS = /-----END |^@@|^diff --git /;

function shortLine(line: string): string {
  const more = line.length - MAX_LINE;
  return more <= 0 ? line : `${line.slice(0, MAX_LINE)} [cut: ${more} more]\n`;
}
