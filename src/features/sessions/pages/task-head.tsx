import { basename } from 'node:path';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { formatDuration, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { personName } from '../../../gateway/people/person-name.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { shellTexts } from '../../../web-server/texts/texts.ts';
import {
  Badge,
  ButtonForm,
  type Fact,
  Facts,
  type FormButton,
  toneOf,
  When,
  withoutEmoji,
} from '../../../web-server/ui.tsx';
import { taskPageTexts } from '../texts/texts.ts';
import { commandsFor, type TaskCommand, type TaskCommandParts } from './task-commands.ts';

interface TaskHeadProps {
  readonly session: SessionRecord;
  readonly request: WebRequest;
  readonly parts: TaskCommandParts & { readonly store: Pick<Store, 'checkpoints'> };
}

/** The state of a task, and the commands for it. */
export function TaskHead({ session, request, parts }: TaskHeadProps) {
  const { texts, clean } = request;
  const words = taskPageTexts(texts);
  const buttons = commandsFor(session, request, parts).map((command) => buttonFor(command, texts));
  const path = `/tasks/${session.id}`;
  return (
    <section class="card" aria-label={clean(taskLine(session))}>
      <div class="buttons">
        <Badge tone={toneOf(session.state)}>{withoutEmoji(statusText(session.state, texts))}</Badge>
        {session.mode === 'talk' ? <Badge tone="calm">{shellTexts(texts).tasks.talk}</Badge> : null}
      </div>
      <Facts facts={taskFacts(session, request)} />
      <div class="actions">
        {session.state.status === 'waiting' ? (
          <a class="button button-main" href="/questions">
            {words.answerIt}
          </a>
        ) : null}
        {buttons.length === 0 ? null : (
          <ButtonForm
            action={path}
            label={words.actions(clean(taskLine(session)))}
            fields={{ after: String(parts.accounts.lastHandled()) }}
            buttons={buttons}
          />
        )}
        {parts.store.checkpoints.hasAny(session.id) ? (
          <a class="button button-plain" href={`${path}/changes`}>
            {words.changes}
          </a>
        ) : null}
        <a class="button button-plain" href={`${path}/trace`}>
          {words.trace}
        </a>
      </div>
    </section>
  );
}

const KINDS: Readonly<Record<TaskCommand, FormButton['kind']>> = {
  'agent-resume': 'main',
  merge: 'main',
  apply: 'main',
  pr: 'plain',
  keep: 'plain',
  cancel: 'danger',
  undo: 'danger',
  discard: 'danger',
};

function buttonFor(command: TaskCommand, texts: Texts): FormButton {
  const label = taskPageTexts(texts).commands[command];
  return { name: 'command', value: command, label, kind: KINDS[command] };
}

function taskFacts(session: SessionRecord, request: WebRequest): readonly Fact[] {
  const { texts, clean } = request;
  const { facts: names } = taskPageTexts(texts);
  const { owner, project, origin, prompt, usage } = session;
  const { endedAtMs } = session.state;
  return [
    { name: names.cost, value: usage.costKnown ? formatMoney(usage.costMicroUsd) : names.costUnknown },
    { name: names.time, value: formatDuration(usage.earlierActiveMs + usage.activeMs) },
    { name: names.rounds, value: String(usage.round) },
    { name: names.tokens, value: formatTokens(usage.tokens) },
    { name: names.project, value: clean(basename(project)) },
    { name: names.model, value: <code>{clean(prompt.model)}</code> },
    { name: names.person, value: personName(owner, texts) },
    { name: names.began, value: <When atMs={origin.createdAtMs} request={request} /> },
    ...(endedAtMs === undefined
      ? []
      : [{ name: names.ended, value: <When atMs={endedAtMs} request={request} /> }]),
  ];
}
