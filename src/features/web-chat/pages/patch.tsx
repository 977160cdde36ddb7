import type { WebRequest } from '../../../contracts/web-page.ts';
import { unreachable } from '../../../core/failure.ts';
import { type ChangedFile, changedFiles, type HunkLine } from '../../../pictures/changed-files.ts';
import { webChatTexts } from '../texts/texts.ts';

/** Lines of one file that are shown; the file below has all of them. */
const MAX_LINES = 200;

/** A difference in one column: in a chat there is no room for two. */
export function Patch({ diff, request }: { readonly diff: string; readonly request: WebRequest }) {
  return (
    <>
      {changedFiles(diff).map((file) => (
        <File file={file} request={request} />
      ))}
    </>
  );
}

function File({ file, request }: { readonly file: ChangedFile; readonly request: WebRequest }) {
  const { path, added, removed, hunks, remarks } = file;
  const lines = hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap' } as const]),
    ...hunk.lines,
  ]);
  const more = lines.length - MAX_LINES;
  return (
    <div class="patch">
      <p class="meta">
        <code>{path}</code>
        <span class="plus">{`+${added}`}</span>
        <span class="minus">{`−${removed}`}</span>
      </p>
      {remarks.length === 0 ? null : <p class="meta">{remarks.join(' ')}</p>}
      {lines.length === 0 ? null : (
        <pre tabindex={0}>
          {lines.slice(0, MAX_LINES).map((line) => (
            <Line line={line} />
          ))}
        </pre>
      )}
      {more > 0 ? <p class="meta">{webChatTexts(request.texts).moreLines(String(more))}</p> : null}
    </div>
  );
}

/** The signs are there for people who cannot distinguish the colours, and for copying. */
function Line({ line }: { readonly line: HunkLine | { readonly kind: 'gap' } }) {
  switch (line.kind) {
    case 'gap':
      return <span class="gap">{'⋮\n'}</span>;
    case 'added':
      return <span class="added">{`+${line.text}\n`}</span>;
    case 'removed':
      return <span class="removed">{`-${line.text}\n`}</span>;
    case 'context':
      return <span>{` ${line.text}\n`}</span>;
    case 'no-newline':
      return null;
    default:
      return unreachable(line);
  }
}
