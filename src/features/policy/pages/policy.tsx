import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { CommandPolicy } from '../../../contracts/policy.ts';
import type { SpokenMessage, WebForm, WebRequest, WebView, WebVisitor } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { capitalize } from '../../../core/text.ts';
import { commandName, localeOf } from '../../../core/texts/texts.ts';
import { type ConsoleVisitors, visitorProjects } from '../../../gateway/people/console-visitors.ts';
import { personName } from '../../../gateway/people/person.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { type ExplainedVerdict, explainVerdict } from '../../../policy/verdict-wording.ts';
import { sandboxText } from '../../../sandbox/sandbox-text.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { Badge, ButtonForm, Card, Empty, Facts, withoutEmoji } from '../../../web-server/ui.tsx';
import { grantFacts, grantText, type StandingGrant } from '../standing-grants.ts';
import { type PolicyTexts, policyTexts } from '../texts/texts.ts';

const PATH = '/policy';
/** Longest line that is tried, in UTF-16 code units: it is a part of the address. */
const MAX_LINE = 1000;
const EXAMPLE = 'git push --force';

export interface PolicyPageParts {
  readonly policy: Pick<CommandPolicy, 'judge' | 'list'>;
  readonly program: Pick<ProgramFacts, 'policyMode' | 'sandbox' | 'workspaces'>;
  readonly visitors: Pick<ConsoleVisitors, 'actsAs' | 'chats' | 'mayKnow'>;
  standingGrants(): readonly StandingGrant[];
}

/** The rules in force, a line to try them with, and what people have allowed beyond them. */
export function policyView(parts: PolicyPageParts): WebView {
  return {
    async show(request) {
      const words = policyTexts(request.texts);
      const line = request.query('line').slice(0, MAX_LINE);
      const projects = visitorProjects(request, parts);
      const project = projects.find(({ name }) => name === request.query('project')) ?? projects[0];
      const verdict =
        line.trim() === '' || project === undefined
          ? undefined
          : await judgeTypedLine(line, project, request, parts);
      return {
        title: words.title,
        // The verdict on a tried line stays as it was when it was asked for.
        ...(verdict === undefined ? {} : ({ isStill: true } as const)),
        regions: [
          {
            name: 'try',
            body: (
              <Card id="try" title={words.tryTitle}>
                <TryForm line={line} project={project} projects={projects} words={words} />
                {verdict === undefined ? null : <VerdictShown verdict={verdict} request={request} />}
              </Card>
            ),
          },
          {
            name: 'rules',
            body: <Rules request={request} parts={parts} listed={await parts.policy.list()} />,
          },
          { name: 'grants', body: <Grants request={request} parts={parts} /> },
        ],
      };
    },
    submit: (request, form) => revocation(request, form, parts),
  };
}

/** Decided as for a task, on the decoded words; nothing is run. */
async function judgeTypedLine(
  line: string,
  { path }: Workspace,
  { texts }: Pick<WebRequest, 'texts'>,
  { policy }: Pick<PolicyPageParts, 'policy'>,
): Promise<ExplainedVerdict> {
  return explainVerdict(
    await policy.judge({ kind: 'line', line }, { root: path, cwd: path }),
    localeOf(texts),
  );
}

interface TryFormProps {
  readonly line: string;
  readonly project: Workspace | undefined;
  readonly projects: readonly Workspace[];
  readonly words: PolicyTexts;
}

function TryForm({ line, project, projects, words }: TryFormProps) {
  if (project === undefined) return <Empty>{words.noProject}</Empty>;
  return (
    <search>
      <form method="get" action={PATH} class="filter">
        <label for="line">{words.line}</label>
        <input
          id="line"
          name="line"
          type="text"
          value={line}
          placeholder={EXAMPLE}
          maxlength={MAX_LINE}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
        <label for="project">{words.project}</label>
        <select id="project" name="project">
          {projects.map(({ name }) => (
            <option value={name} selected={name === project.name}>
              {projectName(name)}
            </option>
          ))}
        </select>
        <button type="submit" class="button button-main">
          {words.tryIt}
        </button>
      </form>
      <p class="meta">{words.runsNothing}</p>
    </search>
  );
}

const TONES = { allow: 'good', ask: 'asks', deny: 'bad' } as const;

interface VerdictProps {
  readonly verdict: ExplainedVerdict;
  readonly request: WebRequest;
}

function VerdictShown({ verdict, request: { texts, clean, visitor } }: VerdictProps) {
  const words = policyTexts(texts);
  const { kind, command, reason, risk, wouldRun, rule } = verdict;
  return (
    <div role="status" class="verdict">
      <p>
        <Badge tone={TONES[kind]}>{withoutEmoji(texts.policy.verdict[kind])}</Badge>
      </p>
      <Facts
        facts={[
          { name: words.why, value: clean(capitalize(reason)) },
          { name: words.rule, value: <code>{rule}</code> },
          ...(risk.length === 0 ? [] : [{ name: words.risk, value: risk.join(' · ') }]),
        ]}
      />
      <h3>{words.read}</h3>
      <p>
        <code>{clean(command)}</code>
      </p>
      {/* It names places on this machine. */}
      {wouldRun === undefined || visitor.role !== 'owner' ? null : (
        <>
          <h3>{words.wouldRun}</h3>
          <ol class="words">
            {wouldRun.map((word) => (
              <li>
                <code>{clean(word)}</code>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

interface RulesProps {
  readonly request: WebRequest;
  readonly parts: PolicyPageParts;
  readonly listed: Awaited<ReturnType<CommandPolicy['list']>>;
}

function Rules({ request: { texts, clean }, parts: { program }, listed: { commands } }: RulesProps) {
  const words = policyTexts(texts);
  return (
    <Card id="rules" title={words.rules}>
      <Prose text={withoutEmoji(texts.grants.mode[program.policyMode])} />
      <Prose text={clean(withoutEmoji(sandboxText(program.sandbox(), texts)))} />
      <details id="rules-commands">
        <summary>{words.commandCount(String(commands.length))}</summary>
        <ul class="words words-many">
          {commands.map(({ name, subcommands }) => (
            <li>
              <code>{clean(name)}</code> {clean(subcommands.map((subcommand) => subcommand.name).join(', '))}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

interface GrantsProps {
  readonly request: WebRequest;
  readonly parts: PolicyPageParts;
}

/** An owner sees all permissions, everybody else those that they gave themselves. */
function grantsFor(
  { role, sender }: WebVisitor,
  { standingGrants }: PolicyPageParts,
): readonly StandingGrant[] {
  const all = standingGrants();
  return role === 'owner' ? all : all.filter(({ grantedBy }) => grantedBy === sender);
}

function Grants({ request, parts }: GrantsProps) {
  const words = policyTexts(request.texts);
  const grants = grantsFor(request.visitor, parts);
  return (
    <Card id="grants" title={words.grants} aside={grants.length === 0 ? undefined : grants.length}>
      {grants.length === 0 ? (
        <Empty>{words.noGrants}</Empty>
      ) : (
        <ul class="rows">
          {grants.map((grant) => (
            <GrantRow grant={grant} request={request} parts={parts} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function GrantRow({ grant, request, parts }: GrantsProps & { readonly grant: StandingGrant }) {
  const { texts, clean, visitor, nowMs } = request;
  const words = policyTexts(texts);
  const what = clean(grantText(grant, texts));
  const where = visitor.role === 'owner' ? grant.workspace : projectName(grant.workspace);
  const facts = grantFacts({ ...grant, where }, { texts, nowMs });
  return (
    <li>
      <Prose text={what} />
      {personFor(grant, request, parts) === undefined ? (
        <span />
      ) : (
        <ButtonForm
          action={PATH}
          label={words.revokeWhat(what)}
          fields={{ grant: String(grant.seq) }}
          buttons={[{ name: 'do', value: 'revoke', label: words.revoke, kind: 'danger' }]}
        />
      )}
      <span class="meta">
        {facts.map((fact) => (
          <span>{clean(fact)}</span>
        ))}
        {grant.grantedBy === visitor.sender ? null : (
          <span>{words.by(personName(grant.grantedBy, texts))}</span>
        )}
      </span>
    </li>
  );
}

/** In whose name it is revoked in its chat; undefined when this visitor may not do so. */
function personFor(
  { grantedBy }: StandingGrant,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { visitors }: Pick<PolicyPageParts, 'visitors'>,
): string | undefined {
  return visitors.actsAs(visitor, { owner: grantedBy });
}

/** The command as it is typed in the chat of the permission. */
function revocation(request: WebRequest, form: WebForm, parts: PolicyPageParts): SpokenMessage | undefined {
  const { grant: typed = '', do: verb } = form;
  if (verb !== 'revoke') return undefined;
  const grant = grantsFor(request.visitor, parts).find(({ seq }) => String(seq) === typed);
  const sender = grant && personFor(grant, request, parts);
  if (grant === undefined || sender === undefined) return undefined;
  return {
    conversation: grant.conversation,
    sender,
    key: idempotencyKey(request, form, 'revoke', typed),
    text: `${commandName(policyTexts(request.texts).commands.policy)} revoke ${typed}`,
  };
}
