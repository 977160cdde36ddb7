import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { CallId } from '../../../core/ids.ts';
import { shorten } from '../../../core/text.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { Card, Code, Empty } from '../../../web-server/ui.tsx';
import { sessionTexts } from '../texts/texts.ts';
import { type CallShown, MAX_WHOLE, type TaskRounds } from './task-rounds.ts';
import { decisionText, readableJson, stateText } from './timeline.tsx';

/** One whole call of a task: its input and its result. */
export function callView(parts: ReadableTasks & { readonly taskRounds: Pick<TaskRounds, 'call'> }): WebView {
  return {
    async show(request) {
      const session = readableTask(request.param('id'), request, parts);
      // Text in an address is only compared with ids.
      const call = session && parts.taskRounds.call(session.id, request.param('call') as CallId);
      if (session === undefined || call === undefined) return undefined;
      return {
        title: request.clean(call.tool),
        regions: [
          {
            name: 'task',
            body: (
              <p>
                {sessionTexts(request.texts).callOf(String(call.round))}{' '}
                <a href={`/tasks/${session.id}`}>{request.clean(taskLine(session))}</a>
              </p>
            ),
          },
          { name: 'call', body: <WholeCall call={call} request={request} /> },
        ],
      };
    },
  };
}

function WholeCall({ call, request: { texts, clean } }: { call: CallShown; request: WebRequest }) {
  const words = sessionTexts(texts);
  const { input, inputLength, output, outputLength = 0 } = call;
  const decision = decisionText(call, texts);
  return (
    <>
      <p class="meta">
        <span>{stateText(call, texts)}</span>
        {decision === undefined ? null : <span>{decision}</span>}
      </p>
      <Card id="input" title={words.input}>
        <Code text={shorten(clean(readableJson(input)), MAX_WHOLE)} />
        <Cut length={inputLength} words={words} />
      </Card>
      <Card id="output" title={words.output}>
        {output === undefined ? (
          <Empty>{words.noResult}</Empty>
        ) : (
          <Code text={shorten(clean(output), MAX_WHOLE)} />
        )}
        <Cut length={outputLength} words={words} />
      </Card>
    </>
  );
}

interface CutProps {
  /** In characters, of all of it. */
  readonly length: number;
  readonly words: ReturnType<typeof sessionTexts>;
}

function Cut({ length, words }: CutProps) {
  if (length <= MAX_WHOLE) return null;
  return <p class="meta">{words.cut(String(MAX_WHOLE), String(length))}</p>;
}
