import type { SessionRecord } from '../../../contracts/session.ts';
import type { SpanRow } from '../../../contracts/trace.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { formatSpan } from '../../../core/texts/format.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { Card, Empty } from '../../../web-server/ui.tsx';
import { barRange, type SpanPage, type SpanPages, spanTitle, type TreeRow, treeRows } from '../span-tree.ts';
import { traceTexts } from '../texts/texts.ts';

/** Steps of the scale that bars are drawn on. */
const SCALE = 1000;
const BAR_HEIGHT = 10;

/** Where the time of a task went: its spans under each other, each with its bar. */
export function traceView(parts: ReadableTasks & { readonly spans: SpanPages }): WebView {
  return {
    async show(request) {
      const session = readableTask(request.param('id'), request, parts);
      if (session === undefined) return undefined;
      const words = traceTexts(request.texts);
      const span = request.query('span');
      const page = parts.spans.of(session.id, /^[0-9a-f]{16}$/.test(span) ? span : undefined);
      return {
        title: words.title,
        regions: [
          {
            name: 'task',
            body: (
              <p>
                {words.of} <a href={`/tasks/${session.id}`}>{request.clean(taskLine(session))}</a>
              </p>
            ),
          },
          { name: 'spans', body: <Spans page={page} session={session} request={request} /> },
        ],
      };
    },
  };
}

interface SpansProps {
  readonly page: SpanPage;
  readonly session: SessionRecord;
  readonly request: WebRequest;
}

function Spans({ page: { spans, kind, count }, session, request }: SpansProps) {
  const words = traceTexts(request.texts);
  const path = `/tasks/${session.id}/trace`;
  if (spans.length === 0) return <Empty>{words.none}</Empty>;
  return (
    <Card id="trace" title={words.spans(String(count))}>
      {kind === 'overview' ? <p class="meta">{words.overview}</p> : null}
      {kind === 'below' ? (
        <p>
          <a href={path}>{words.all}</a>
        </p>
      ) : null}
      <table class="waterfall">
        <thead>
          <tr>
            <th scope="col" class="name">
              {words.step}
            </th>
            <th scope="col" class="time start">
              {words.start}
            </th>
            <th scope="col" class="time">
              {words.time}
            </th>
            <th scope="col">{words.course}</th>
          </tr>
        </thead>
        <tbody>
          {treeRows(spans).map((row) => (
            <Row
              row={row}
              to={kind === 'overview' ? linkOf(row.span, path) : undefined}
              session={session}
              request={request}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function linkOf({ spanId }: SpanRow, path: string): string {
  return `${path}?span=${spanId}`;
}

interface RowProps {
  readonly row: TreeRow;
  readonly to: string | undefined;
  readonly session: Pick<SessionRecord, 'state'>;
  readonly request: WebRequest;
}

function Row({ row: { span, lead, top }, to, session, request: { texts, clean, nowMs } }: RowProps) {
  const words = traceTexts(texts);
  const { startMs, endMs, status } = span;
  const isOpen = endMs === undefined && session.state.status === 'running' && status !== 'interrupted';
  const { from, length } = barRange(span, { top, width: SCALE, nowMs });
  const title = clean(spanTitle(span));
  return (
    <tr class={status === 'error' ? 'failed' : isOpen ? 'open' : ''}>
      <th scope="row" title={title}>
        <span class="lead" aria-hidden="true">
          {lead}
        </span>
        {to === undefined ? title : <a href={to}>{title}</a>}
      </th>
      <td class="time start">{`+${formatSpan(startMs - top.startMs)}`}</td>
      <td class="time">
        {endMs === undefined ? (isOpen ? words.open : words.interrupted) : formatSpan(endMs - startMs)}
      </td>
      <td>
        <svg viewBox={`0 0 ${SCALE} ${BAR_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <rect x={from} y="0" width={Math.max(4, length)} height={BAR_HEIGHT} />
        </svg>
      </td>
    </tr>
  );
}
