import type { Checkpoints, SessionDiff } from '../../../contracts/checkpoints.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { isFailure } from '../../../core/failure.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { type ChangedFile, changedFiles, type Hunk } from '../../../pictures/changed-files.ts';
import { Card, Empty } from '../../../web-server/ui.tsx';
import { taskPageTexts } from '../texts/texts.ts';
import { type DiffCell, type DiffRow, sideBySide } from './side-by-side.ts';
import { sessionOf } from './task.tsx';

/** Longest diff that is shown, in UTF-16 code units. */
const MAX_CHARACTERS = 120_000;

export interface ChangesParts {
  readonly store: Pick<Store, 'checkpoints' | 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'diff'>;
  readonly visitors: Pick<ConsoleVisitors, 'mayRead'>;
}

/** What a task changed in its project's files so far, side by side. */
export function changesView(parts: ChangesParts): WebView {
  return {
    async show(request) {
      const session = sessionOf(request, parts);
      if (session === undefined) return undefined;
      const words = taskPageTexts(request.texts);
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
          { name: 'files', body: <Files found={await diffOf(session, parts)} request={request} /> },
        ],
      };
    },
  };
}

/** Undefined: its states are no longer kept, or cannot be read. */
async function diffOf(
  { id, workspace, status }: SessionRecord,
  { store, checkpoints }: ChangesParts,
): Promise<SessionDiff | undefined> {
  const options = { isRunning: status === 'running', mostCharacters: MAX_CHARACTERS };
  try {
    return await checkpoints.diff(workspace, store.checkpoints.standing(id), options);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

interface FilesProps {
  readonly found: SessionDiff | undefined;
  readonly request: WebRequest;
}

function Files({ found, request }: FilesProps) {
  const { changed } = taskPageTexts(request.texts);
  if (found === undefined) return <Empty>{changed.failed}</Empty>;
  // Cleaned before it is cut into lines, so that no secret is cut in two.
  const files = changedFiles(request.clean(found.diff));
  if (files.length === 0 && found.leftOut === 0) return <Empty>{changed.none}</Empty>;
  return (
    <>
      {files.map((file, index) => (
        <File file={file} id={`file-${index + 1}`} request={request} />
      ))}
      {found.leftOut === 0 ? null : <p class="meta">{changed.leftOut(String(found.leftOut))}</p>}
    </>
  );
}

interface FileProps {
  readonly file: ChangedFile;
  readonly id: string;
  readonly request: WebRequest;
}

function File({ file, id, request: { texts } }: FileProps) {
  const { changed } = taskPageTexts(texts);
  const { path, added, removed, hunks, isBinary, remarks } = file;
  const counts = (
    <>
      <span class="plus" title={changed.added(String(added))}>{`+${added}`}</span>{' '}
      <span class="minus" title={changed.removed(String(removed))}>{`−${removed}`}</span>
    </>
  );
  return (
    <Card id={id} title={path} aside={counts}>
      {isBinary ? <Empty>{changed.binary}</Empty> : null}
      {remarks.length === 0 ? null : <p class="meta">{remarks.join(' ')}</p>}
      {hunks.length === 0 ? null : (
        <table class="diff" aria-label={path}>
          <colgroup>
            <col class="number" />
            <col />
            <col class="number" />
            <col />
          </colgroup>
          <tbody>
            {hunks.map((hunk) => (
              <HunkRows hunk={hunk} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function HunkRows({ hunk }: { readonly hunk: Hunk }) {
  return (
    <>
      <tr class="hunk">
        <td colspan={4}>{`${hunk.oldStart} → ${hunk.newStart}  ${hunk.section}`}</td>
      </tr>
      {sideBySide(hunk).map((row) => (
        <Row row={row} />
      ))}
    </>
  );
}

/** Where there is no room for two sides, what is the same on both is shown once. */
function Row({ row: { before, after } }: { readonly row: DiffRow }) {
  const [left, right] = [classOf(before, 'removed', 'same-left'), classOf(after, 'added', '')];
  return (
    <tr>
      <td class={`number ${left}`}>{before?.line ?? ''}</td>
      <td class={left}>{before?.text ?? ''}</td>
      <td class={`number ${right}`}>{after?.line ?? ''}</td>
      <td class={right}>{after?.text ?? ''}</td>
    </tr>
  );
}

function classOf(cell: DiffCell | undefined, changed: string, same: string): string {
  if (cell === undefined) return 'nothing';
  return cell.kind === 'changed' ? changed : same;
}
