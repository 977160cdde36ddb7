import { basename } from 'node:path';
import type { WebRequest } from '../contracts/web-page.ts';
import { formatMoney } from '../core/texts/format.ts';
import type { TaskRow } from '../store/task-rows.ts';
import { shellTexts } from '../web-server/texts/texts.ts';
import { Badge, toneOf, When, withoutEmoji } from '../web-server/ui.tsx';
import { personName } from './people/person-name.ts';
import { statusText, taskLine } from './tasks/session-text.ts';

export interface TaskListProps {
  readonly tasks: readonly TaskRow[];
  readonly request: WebRequest;
}

/** Tasks as every page of the console lists them. */
export function TaskList({ tasks, request }: TaskListProps) {
  const { texts, clean, visitor } = request;
  const words = shellTexts(texts).tasks;
  return (
    <ul class="rows">
      {tasks.map((task) => (
        <li>
          <a href={`/tasks/${task.id}`}>{clean(taskLine(task))}</a>
          <Badge tone={toneOf(task)}>{withoutEmoji(statusText(task, texts))}</Badge>
          <span class="meta">
            {task.mode === 'talk' ? <span>{words.talk}</span> : null}
            <span>{clean(basename(task.project))}</span>
            <span>{task.round === 1 ? words.oneRound : words.rounds(String(task.round))}</span>
            <span>{task.costKnown ? formatMoney(task.costMicroUsd) : texts.progress.costUnknown}</span>
            <When atMs={task.updatedAtMs} request={request} />
            {task.owner === visitor.sender ? null : <span>{personName(task.owner, texts)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
