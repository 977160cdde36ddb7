import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { unreachable } from '../../../core/failure.ts';
import { personName } from '../../../gateway/people/person.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { Badge, ButtonForm, Card, Empty, Paging, portionOf, withoutEmoji } from '../../../web-server/ui.tsx';
import { confirmationLines } from '../commands/add.ts';
import { zoneHere } from '../commands/zone.ts';
import { type CronRecord, UNDELETE_MS } from '../cron.ts';
import { timeOf } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';
import {
  type AddCronParts,
  addCommandFor,
  type CronPreview,
  chatNamed,
  fieldsOf,
  MAX_TYPED_LENGTH,
  previewCron,
} from './schedule-commands.ts';
import { actionInLine, type RuleWords, StateBadge } from './schedule-parts.tsx';

const PATH = '/schedules';
/** On one page; and of all, those that come first. */
const MAX_SHOWN_PER_PAGE = 40;
const MAX_SCHEDULES = 2000;

export interface SchedulesPageParts extends AddCronParts {
  readonly ruleWords: RuleWords;
}

/**
 * What is to happen at set times, and a new schedule with a preview of how the chat reads it, before anything is set.
 */
export function schedulesView(parts: SchedulesPageParts): WebView {
  return {
    async show(request) {
      const { page } = cronTexts(request.texts);
      const preview = previewCron(request, parts);
      return {
        title: page.title,
        regions: [
          // What is being typed is never replaced: it changes with the address only.
          { name: 'add', body: <Add request={request} parts={parts} /> },
          { name: 'preview', body: <Preview preview={preview} request={request} /> },
          { name: 'schedules', body: <List request={request} parts={parts} /> },
          { name: 'deleted', body: <Deleted request={request} parts={parts} /> },
        ],
      };
    },
    submit: (request, form) => addCommandFor(request, form, parts),
  };
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: SchedulesPageParts;
}

function Add({ request, parts }: PartProps) {
  const { page } = cronTexts(request.texts);
  const chats = parts.visitors.chats(request.visitor);
  const chosen = request.query('chat');
  const chat = chatNamed(chosen, request, parts);
  const { store, program } = parts;
  const zone = chat && zoneHere({ store, program, conversation: chat.conversation });
  return (
    <Card id="add" title={page.add}>
      {chats.length === 0 ? (
        <Empty>{page.noChat}</Empty>
      ) : (
        <form method="get" action={PATH} class="filter">
          <label for="words">{page.words}</label>
          <input
            id="words"
            name="words"
            type="text"
            required
            value={request.query('words')}
            placeholder={page.example}
            maxlength={MAX_TYPED_LENGTH}
            autocomplete="off"
          />
          {chats.length === 1 ? null : (
            <>
              <label for="chat">{page.chat}</label>
              <select id="chat" name="chat">
                {chats.map((chat) => (
                  <option value={chat.key} selected={chat.key === chosen}>
                    {personName(chat.sender, request.texts)}
                  </option>
                ))}
              </select>
            </>
          )}
          <button type="submit" class="button button-main">
            {page.preview}
          </button>
        </form>
      )}
      {chat === undefined ? null : (
        <p class="meta">
          <span>{page.hint}</span>
          {zone === undefined ? null : <span>{page.zone(request.clean(zone))}</span>}
        </p>
      )}
    </Card>
  );
}

interface PreviewProps {
  /** Undefined when nothing is written yet. */
  readonly preview: CronPreview | undefined;
  readonly request: WebRequest;
}

function Preview({ preview, request }: PreviewProps) {
  if (preview === undefined) return null;
  const { texts, clean } = request;
  const { page } = cronTexts(texts);
  const { plan, context, words, chat } = preview;
  switch (plan.kind) {
    case 'refused':
      return (
        <Card id="preview" title={page.notSet}>
          <Prose text={clean(plan.text)} />
        </Card>
      );
    case 'unread':
      return (
        <Card id="preview" title={page.unread}>
          <p>{page.unreadHow}</p>
          <ButtonForm
            action={PATH}
            label={page.think}
            fields={{ chat: chat.key, words }}
            buttons={[{ name: 'command', value: 'think', label: page.think, kind: 'plain' }]}
          />
        </Card>
      );
    case 'planned':
      return (
        <Card id="preview" title={page.understood} aside={personName(chat.sender, texts)}>
          <Prose text={clean(confirmationLines(plan.planned, context).map(withoutEmoji).join('\n'))} />
          <ButtonForm
            action={PATH}
            label={page.setting(clean(plan.request.message))}
            fields={fieldsOf(preview, plan)}
            buttons={[{ name: 'command', value: 'add', label: page.set, kind: 'main' }]}
          />
        </Card>
      );
    default:
      return unreachable(plan);
  }
}

function ownerOf({ visitor }: Pick<WebRequest, 'visitor'>): string | undefined {
  return visitor.role === 'owner' ? undefined : visitor.sender;
}

function List({ request, parts }: PartProps) {
  const { page } = cronTexts(request.texts);
  const crons = parts.rows.listOfPerson(ownerOf(request), MAX_SCHEDULES + 1);
  const portion = portionOf(crons.slice(0, MAX_SCHEDULES), request, {
    name: 'page',
    size: MAX_SHOWN_PER_PAGE,
  });
  const count = Math.min(crons.length, MAX_SCHEDULES);
  const title = count === 1 ? page.one : page.count(String(count));
  return (
    <Card id="schedules" title={title}>
      {count === 0 ? (
        <Empty>{page.none}</Empty>
      ) : (
        <ul class="rows">
          {portion.items.map((cron) => (
            <Row cron={cron} request={request} parts={parts} />
          ))}
        </ul>
      )}
      <Paging portion={portion} name="page" path={PATH} request={request} />
      {crons.length > MAX_SCHEDULES ? <p class="meta">{page.leftOut(String(MAX_SCHEDULES))}</p> : null}
    </Card>
  );
}

function Row({ cron, request, parts }: PartProps & { readonly cron: CronRecord }) {
  const { texts, visitor } = request;
  const crons = cronTexts(texts);
  const { state, nextAtMs, timezone, last, sender, name } = cron;
  const time = (ms: number): string => timeOf(ms, timezone, request);
  return (
    <li>
      <a href={`${PATH}/${cron.id}`}>{actionInLine(cron, request)}</a>
      <StateBadge cron={cron} texts={texts} />
      <span class="meta">
        <span>{request.clean(parts.ruleWords(cron, texts))}</span>
        {state === 'active' && nextAtMs !== undefined ? <span>{crons.nextAt(time(nextAtMs))}</span> : null}
        {last === undefined || last.outcome === 'pending' ? null : (
          <span>{crons.last(time(last.nominalMs), crons.outcome[last.outcome])}</span>
        )}
        {sender === visitor.sender ? null : <span>{personName(sender, texts)}</span>}
        <span>
          {crons.page.facts.name}: <code>{name}</code>
        </span>
      </span>
    </li>
  );
}

/** What was deleted can be taken back for a while, from its own page. */
function Deleted({ request, parts }: PartProps) {
  const { texts } = request;
  const { page } = cronTexts(texts);
  const deleted = parts.rows.listDeletedOfPerson(ownerOf(request), request.nowMs - UNDELETE_MS);
  if (deleted.length === 0) return null;
  return (
    <Card id="deleted" title={page.deletedTitle}>
      <ul class="rows">
        {deleted.map((cron) => (
          <li>
            <a href={`${PATH}/${cron.id}`}>{actionInLine(cron, request)}</a>
            <Badge tone="calm">{page.deleted}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
