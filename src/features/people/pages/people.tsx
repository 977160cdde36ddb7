import type { AccessList, OutsideAgentStore, PeopleStore, Person, Role } from '../../../contracts/access.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/clock.ts';
import { Badge, Card, Empty, Paging, portionOf, type Tone, When } from '../../../web-server/ui.tsx';
import type { RefusedSender } from '../refused-senders.ts';
import { type PeopleTexts, peopleTexts } from '../texts/texts.ts';

const PATH = '/people';
/** People on one page. */
const MAX_SHOWN_PER_PAGE = 60;
const LATELY_MS = 7 * DAY_MS;

export interface PeoplePageParts {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat' | 'openInvitation'>;
  readonly outsideAgents: Pick<OutsideAgentStore, 'all'>;
  refusedSenders(sinceMs: number): readonly RefusedSender[];
}

/** Who may write and do what, in which groups, who was refused, and the commands that change it. */
export function peopleView(parts: PeoplePageParts): WebView {
  return {
    async show(request) {
      const words = peopleTexts(request.texts);
      const props = { request, parts, words };
      return {
        title: words.title,
        // It looks through all messages of a week for those that were refused.
        isStill: true,
        regions: [
          {
            name: 'people',
            body: (
              <>
                <People {...props} />
                <Invitation {...props} />
                <Refused {...props} />
                <div class="columns columns-even">
                  <Groups {...props} />
                  <Agents {...props} />
                </div>
                <Roles words={words} />
              </>
            ),
          },
        ],
      };
    },
  };
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: PeoplePageParts;
  readonly words: PeopleTexts;
}

const TONES: Readonly<Record<Role, Tone>> = { owner: 'good', member: 'busy', reader: 'calm' };

function People({ request, parts: { access, people }, words }: PartProps) {
  const listed = [
    ...access.people.map((person) => ({ person, isInvited: false })),
    ...people.all().map((person) => ({ person, isInvited: true })),
  ];
  const portion = portionOf(listed, request, { name: 'page', size: MAX_SHOWN_PER_PAGE });
  return (
    <Card id="people" title={words.people} aside={listed.length}>
      {listed.length === 0 ? (
        <Empty>{words.nobody}</Empty>
      ) : (
        <ul class="rows">
          {portion.items.map(({ person, isInvited }) => (
            <li>
              <span class="name">+{person.phone}</span>
              <Badge tone={TONES[person.role]}>{words.role[person.role]}</Badge>
              <span class="meta">
                <span>{projectsText(person, request, words)}</span>
                <span>{isInvited ? words.byInvitation : words.bySettings}</span>
                <span>
                  {people.directChat(person.phone) === undefined ? words.notWritten : words.hasWritten}
                </span>
              </span>
              {isInvited ? (
                <span class="meta">
                  <code>wasap people remove +{person.phone}</code>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Paging portion={portion} name="page" path={PATH} request={request} />
      <p class="meta">{words.inSettings}</p>
    </Card>
  );
}

function projectsText(
  { workspaces }: Pick<Person, 'workspaces'>,
  { clean }: WebRequest,
  words: PeopleTexts,
): string {
  return workspaces === undefined ? words.allProjects : words.projects(clean(workspaces.join(', ')));
}

/** Shows that a code is open, and for how long; the code itself is shown only at the machine. */
function Invitation({ request, parts: { people }, words }: PartProps) {
  const open = people.openInvitation();
  const leftMs = open === undefined ? 0 : open.expiresAtMs - request.nowMs;
  return (
    <Card id="invitation" title={words.invitation}>
      {open === undefined || leftMs <= 0 ? (
        <Empty>{words.noInvitation}</Empty>
      ) : (
        <p>
          {words.openInvitation(
            words.role[open.role],
            String(Math.ceil(leftMs / MINUTE_MS)),
            String(open.triesLeft),
          )}
        </p>
      )}
      <ul class="words">
        <li>
          <code>wasap people invite</code> {words.inviteReader}
        </li>
        <li>
          <code>wasap people invite --role member --project shop</code> {words.inviteMember}
        </li>
        <li>
          <code>wasap web link --for +34600111222</code> {words.webLink}
        </li>
      </ul>
    </Card>
  );
}

function Refused({ request, parts, words }: PartProps) {
  const refused = parts.refusedSenders(request.nowMs - LATELY_MS);
  return (
    <Card id="refused" title={words.refused} aside={refused.length === 0 ? undefined : refused.length}>
      {refused.length === 0 ? (
        <Empty>{words.noneRefused}</Empty>
      ) : (
        <ul class="rows">
          {refused.map(({ sender, chat, kind, atMs }) => (
            <li>
              <span class="name">{request.clean(senderName(sender))}</span>
              <When atMs={atMs} request={request} />
              <span class="meta">
                <span>{words.why[kind]}</span>
                {kind === 'group' || kind === 'inGroup' ? <code>{request.clean(chat)}</code> : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A number as people write it; any other name of the channel is shown as it is. */
function senderName(sender: string): string {
  const [, digits] = /^(\d+)(?:@s\.whatsapp\.net)?$/.exec(sender) ?? [];
  return digits === undefined ? sender : `+${digits}`;
}

function Groups({ request: { clean }, parts: { access }, words }: PartProps) {
  return (
    <Card id="groups" title={words.groups}>
      {access.groups.length === 0 ? (
        <Empty>{words.noGroups}</Empty>
      ) : (
        <ul class="rows">
          {access.groups.map(({ id, people }) => (
            <li>
              <code>{clean(id)}</code>
              <span>{people.length}</span>
              <span class="meta">
                {people.map((phone) => (
                  <span>+{phone}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="meta">{words.groupsHow}</p>
    </Card>
  );
}

function Agents({ request, parts: { outsideAgents }, words }: PartProps) {
  const agents = outsideAgents.all();
  return (
    <Card id="agents" title={words.agents}>
      {agents.length === 0 ? (
        <Empty>{words.noAgents}</Empty>
      ) : (
        <ul class="rows">
          {agents.map((agent) => (
            <li>
              <span class="name">{request.clean(agent.name)}</span>
              {agent.revokedAtMs === undefined ? (
                <Badge tone={TONES[agent.role]}>{words.role[agent.role]}</Badge>
              ) : (
                <Badge tone="calm">{words.revoked}</Badge>
              )}
              <span class="meta">
                <span>{projectsText(agent, request, words)}</span>
                {agent.revokedAtMs === undefined ? (
                  <code>{request.clean(`wasap mcp token revoke ${agent.name}`)}</code>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const ROLES: readonly Role[] = ['owner', 'member', 'reader'];

function Roles({ words }: Pick<PartProps, 'words'>) {
  return (
    <Card id="roles" title={words.roles}>
      <dl class="meanings">
        {ROLES.map((role) => (
          <div>
            <dt>
              <Badge tone={TONES[role]}>{words.role[role]}</Badge>
            </dt>
            <dd>{words.mayDo[role]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
