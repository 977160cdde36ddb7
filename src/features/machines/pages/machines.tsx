import type { Machines } from '../../../cluster/machines.ts';
import { cellName } from '../../../cluster/names.ts';
import type { ChatSummary, ClusterSnapshot } from '../../../cluster/overview/cluster-snapshot.ts';
import { type MemberSnapshot, memberState } from '../../../cluster/overview/look-at-cluster.ts';
import { togetherOf } from '../../../cluster/overview/machine-lines.ts';
import type { WebForm, WebRequest, WebView } from '../../../contracts/web-page.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { commandName } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import {
  Badge,
  ButtonForm,
  Card,
  Empty,
  type Fact,
  Facts,
  type Tone,
  When,
} from '../../../web-server/ui.tsx';
import { machinesTexts } from '../texts/texts.ts';
import { Chats, FindChats, MoveCard, type SeenProps, searchWordsIn } from './chats.tsx';
import { MACHINES_PATH } from './paths.ts';

export interface MachinesPageParts {
  readonly machines: Pick<Machines, 'cell' | 'chatsNamed' | 'readCluster'>;
  readonly visitors: Pick<ConsoleVisitors, 'ownChat'>;
}

/**
 * All machines of the cluster, which chats live where, and what may be done with them. Its buttons ask what `/machines`
 * does.
 */
export function machinesView({ machines, visitors }: MachinesPageParts): WebView {
  return {
    async show(request) {
      const { page: words } = machinesTexts(request.texts);
      const seen = await machines.readCluster();
      const hasChat = visitors.ownChat(request.visitor) !== undefined;
      const searched = searchWordsIn(request);
      const found = searched === '' ? undefined : await machines.chatsNamed(searched);
      const wanted = seen && (await chatToMove(request, seen, machines));
      const props = seen && { request, seen, here: machines.cell, words, canAct: hasChat && !seen.isAway };
      return {
        title: words.title,
        regions: [
          { name: 'away', body: <Away request={request} seen={seen} words={words} />, isReadOut: true },
          // A choice that the reader is making in it stays.
          { name: 'move', body: props && <MoveCard {...props} chat={wanted} />, isStill: true },
          { name: 'together', body: props && <Together {...props} /> },
          {
            name: 'find',
            // Only PostgreSQL knows all of them.
            body:
              props === undefined || props.seen.isAway ? null : (
                <FindChats {...props} searched={searched} found={found} />
              ),
            isStill: true,
          },
          { name: 'cells', body: props && <Cells {...props} /> },
          { name: 'fronts', body: props && <Fronts {...props} /> },
        ],
      };
    },
    submit(request, form) {
      const chat = visitors.ownChat(request.visitor);
      const words = commandIn(form);
      if (chat === undefined || words === undefined) return undefined;
      const { command } = machinesTexts(request.texts);
      return {
        ...chat,
        key: idempotencyKey(request, form, 'machines', ...words),
        text: [commandName(command), ...words].join(' '),
      };
    },
  };
}

/** The chat whose row was chosen. It may come from a search, so that nothing else is known of it here. */
async function chatToMove(
  { query }: WebRequest,
  { chats }: ClusterSnapshot,
  { chatsNamed }: MachinesPageParts['machines'],
): Promise<ChatSummary | undefined> {
  const wanted = query('move');
  if (wanted === '') return undefined;
  const isWanted = ({ conversation }: ChatSummary): boolean => conversation === wanted;
  return chats.find(isWanted) ?? (await chatsNamed(wanted))?.find(isWanted);
}

/** The words behind the command; undefined for a form that is not of this page. */
function commandIn({ do: verb, cell = '', chat = '' }: WebForm): readonly string[] | undefined {
  if (cellName(cell) === undefined) return undefined;
  if (verb === 'drain' || verb === 'undrain') return [verb, cell];
  return verb === 'move' && /^[^\s:]+:\S+$/.test(chat) ? [verb, chat, cell] : undefined;
}

interface AwayProps extends Pick<SeenProps, 'request' | 'words'> {
  readonly seen: ClusterSnapshot | undefined;
}

function Away({ request, seen, words }: AwayProps) {
  if (seen === undefined) return <p class="trouble">{words.unseen}</p>;
  if (!seen.isAway) return null;
  return (
    <div class="trouble">
      <p>
        {words.away} <When atMs={seen.atMs} request={request} />
      </p>
      <p>{words.awayIs}</p>
    </div>
  );
}

/** What all cells do and have spent; nothing beside a single one. */
function Together({ seen, words }: SeenProps) {
  const cells = seen.members.filter(({ kind }) => kind === 'cell');
  if (cells.length < 2) return null;
  const { tasks, microUsd } = togetherOf(cells, seen.atMs);
  const facts: readonly Fact[] = [
    { name: words.tasks, value: String(tasks.running) },
    { name: words.tasksWaiting, value: String(tasks.waiting) },
    { name: words.today, value: formatMoney(microUsd) },
    { name: words.chats, value: String(cells.reduce((sum, { chats = 0 }) => sum + chats, 0)) },
  ];
  return (
    <Card id="together" title={words.together}>
      <Facts facts={facts} />
    </Card>
  );
}

/** The one whose page it is comes first. */
function Cells(props: SeenProps) {
  const { seen, here } = props;
  const cells = seen.members.filter(({ kind }) => kind === 'cell');
  const sorted = [...cells.filter(({ name }) => name === here), ...cells.filter(({ name }) => name !== here)];
  return (
    <div class="columns columns-even">
      {sorted.map((cell) => (
        <Cell cell={cell} {...props} />
      ))}
    </div>
  );
}

function Cell({ cell, ...props }: SeenProps & { readonly cell: MemberSnapshot }) {
  const { request, here, words, seen } = props;
  const name = request.clean(cell.name);
  return (
    <Card
      id={`cell-${name}`}
      title={name}
      aside={
        <>
          {cell.name === here ? `${words.thisOne} ` : ''}
          <State member={cell} words={words} />
        </>
      }
    >
      <Facts facts={[...workOf(cell, words), ...queueOf(cell, props)]} />
      <p class="meta">
        <Life member={cell} {...props} />
        <span>{words.projects(request.clean(projectsText(cell, words)))}</span>
        <Record verified={cell.snapshot?.verified ?? null} request={request} words={words} />
      </p>
      {props.canAct ? <DrainForm cell={cell} words={words} /> : null}
      <Chats {...props} cell={cell} chats={seen.chats.filter((chat) => chat.cell === cell.name)} />
    </Card>
  );
}

const TONES = { running: 'good', draining: 'asks', full: 'bad', gone: 'bad' } as const satisfies Record<
  string,
  Tone
>;

function State({ member, words }: { readonly member: MemberSnapshot; readonly words: SeenProps['words'] }) {
  const state = memberState(member);
  return <Badge tone={TONES[state]}>{words.state[state]}</Badge>;
}

/** The last state of a cell that is gone is old: its present work is not known. */
function workOf(
  { isAlive, snapshot, chats = 0 }: MemberSnapshot,
  words: SeenProps['words'],
): readonly Fact[] {
  const onIt = { name: words.chats, value: String(chats) };
  if (!isAlive || snapshot === undefined) return [onIt];
  const { tasks, spentTodayMicroUsd } = snapshot;
  return [
    { name: words.tasks, value: String(tasks.running) },
    { name: words.tasksWaiting, value: String(tasks.waiting) },
    { name: words.today, value: formatMoney(spentTodayMicroUsd) },
    onIt,
  ];
}

function projectsText({ snapshot }: MemberSnapshot, words: SeenProps['words']): string {
  return snapshot === undefined ? words.unknown : snapshot.projects.join(', ') || words.noProjects;
}

interface RecordProps extends Pick<SeenProps, 'request' | 'words'> {
  readonly verified: NonNullable<MemberSnapshot['snapshot']>['verified'];
}

/** Shows the hash as well, so that it can be compared with a copy that was kept. */
function Record({ verified, request, words }: RecordProps) {
  if (verified === null) return <span>{words.unchecked}</span>;
  const { atMs, head } = verified;
  return (
    <span title={head === null ? undefined : request.clean(head.hash)}>
      {head === null ? words.broken : words.intact(String(head.newest))}{' '}
      <When atMs={atMs} request={request} />
    </span>
  );
}

/** When something was, that many seconds before it was looked. */
function Before({
  seconds,
  seen,
  request,
}: Pick<SeenProps, 'seen' | 'request'> & { readonly seconds: number }) {
  return <When atMs={Math.round(seen.atMs - SECOND_MS * seconds)} request={request} />;
}

function queueOf(
  { depth: { waiting, active, oldestSeconds } }: MemberSnapshot,
  { request, words, seen }: Pick<SeenProps, 'request' | 'words' | 'seen'>,
): readonly Fact[] {
  const messages = { name: words.messages, value: String(waiting + active) };
  if (oldestSeconds === undefined) return [messages];
  const oldest = <Before seconds={oldestSeconds} seen={seen} request={request} />;
  return [messages, { name: words.oldest, value: oldest }];
}

function Life({
  member: { version, secondsSinceHeartbeat },
  request,
  words,
  seen,
}: Pick<SeenProps, 'request' | 'words' | 'seen'> & { readonly member: MemberSnapshot }) {
  return (
    <>
      <span>
        {words.heard} <Before seconds={secondsSinceHeartbeat} seen={seen} request={request} />
      </span>
      <span>{words.version(request.clean(version))}</span>
    </>
  );
}

function DrainForm({ cell, words }: { readonly cell: MemberSnapshot; readonly words: SeenProps['words'] }) {
  const verb = cell.isDraining ? 'undrain' : 'drain';
  return (
    <ButtonForm
      action={MACHINES_PATH}
      label={words.manage(cell.name)}
      fields={{ cell: cell.name }}
      buttons={[{ name: 'do', value: verb, label: words[verb], kind: 'plain' }]}
    />
  );
}

function Fronts(props: SeenProps) {
  const { request, seen, words } = props;
  const fronts = seen.members.filter(({ kind }) => kind === 'front');
  return (
    <Card id="fronts" title={words.fronts}>
      {fronts.length === 0 ? (
        <Empty>{words.noFront}</Empty>
      ) : (
        <ul class="rows">
          {fronts.map((front) => (
            <li>
              <span class="name">{request.clean(front.name)}</span>
              <State member={front} words={words} />
              <span class="meta">
                <span>{words.waiting(String(front.depth.waiting + front.depth.active))}</span>
                <Life member={front} {...props} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
