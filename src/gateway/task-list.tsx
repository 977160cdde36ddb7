import { basename } from 'node:path';
import type { WebRequest } from '../contracts/web-page.ts';
import type { TaskRow } from '../store/task-rows.ts';
import { shellTexts } from '../web-server/texts/texts.ts';
import { Badge, toneOf, When, withoutEmoji } from '../web-server/ui.tsx';
import { personName } from './people/person.ts';
import { costText, statusText, taskLine } from './tasks/session-text.ts';

/** Tasks as every page of the console lists them. */
export function TaskList({ tasks, request }: { tasks: readonly TaskRow[]; request: WebRequest }) {
  const { texts, clean, visitor } = request;
  const words = shellTexts(texts).tasks;
  return (
    <ul class="rows">
      {tasks.map((task) => (
        <li>
          <a href={`/tasks/${task.id}`}>{clean(taskLine(task))}</a>
          <Badge tone={toneOf(task.state)}>{withoutEmoji(statusText(task.state, texts))}</Badge>
          <span class="meta">
            {task.mode === 'talk' ? <span>{words.talk}</span> : null}
            <span>{clean(basename(task.project))}</span>
            <span>{task.usage.round === 1 ? words.oneRound : words.rounds(String(task.usage.round))}</span>
            <span>{costText(task.usage, texts)}</span>
            <When atMs={task.state.updatedAtMs} request={request} />
            {task.owner === visitor.sender ? null : <span>{personName(task.owner, texts)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
