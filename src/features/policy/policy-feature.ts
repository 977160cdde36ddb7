import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Grant } from '../../contracts/grants.ts';
import { code } from '../../core/text.ts';
import { formatAge } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { grantName } from '../../gateway/questions/grant-name.ts';
import { askedAs } from '../../gateway/questions/help-question.ts';
import { projectFor } from '../../gateway/tasks/projects.ts';
import { titleLine } from '../../policy/redaction.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';

/** How much of a command is shown: two lines on a phone. Exact commands may begin alike, so not less. */
const MAX_COMMAND_LENGTH = 120;

/** `/policy`: the rules in force, and permissions that a person can take back. */
export function policyFeature(): Feature {
  return { name: 'policy', commands: [policyCommand] };
}

/** See `ChatCommand.asked`. */
const ASKED = askedAs(
  'see what you (?:may|are allowed to) do|take back (?:a|my) (?:permission|yes)|make you (?:ask less|stop asking)|stop you from asking',
  '(?:veo|ver) que (?:puedes|podes) hacer sin (?:preguntar|permiso)|(?:te )?(?:retiro|quito) (?:un|el|ese) permiso|(?:retirarte|quitarte) (?:un|el|ese) permiso',
  '(?:hago (?:para )?)?que (?:dejes de preguntar|preguntes menos)',
);

const policyCommand: ChatCommand = {
  name: 'policy',
  aliases: ['politica', 'política'],
  topic: 'safety',
  asked: ASKED,
  describe: (texts) => texts.commands.policy,
  run(rest, context) {
    const [verb = '', what = ''] = rest.toLowerCase().split(/\s+/);
    if (verb === '') return [{ kind: 'reply', text: overview(context) }];
    if (!['revoke', 'revocar'].includes(verb) || what === '') {
      const { usage, more } = context.texts.commands.policy;
      return [{ kind: 'reply', text: `${usage}\n${more}` }];
    }
    return ['all', 'todo', 'todos'].includes(what) ? revokeAll(context) : revokeOne(what, context);
  },
};

type ListedGrant = ReturnType<CommandContext['store']['grants']['ofConversation']>[number];

function overview(context: CommandContext): string {
  const { program, store, conversation, texts } = context;
  const { grants } = texts;
  const listed = store.grants.ofConversation(conversation);
  const lines = listed.flatMap((grant) => grantLines(grant, context));
  return [
    grants.mode[program.policyMode],
    sandboxText(program.sandbox(), texts),
    ...(listed.length === 0 ? [grants.none] : [grants.title, ...lines, grants.howToRevoke]),
  ].join('\n');
}

function grantLines(grant: ListedGrant, context: CommandContext): readonly string[] {
  const { texts, nowMs } = context;
  const { grants } = texts;
  const where = projectFor(grant.workspace, context);
  const reach = grant.scope === 'always' ? grants.scope.always(where) : grants.scope.session;
  const facts = [reach, grants.age(formatAge(nowMs - grant.grantedAtMs)), grants.uses(grant.uses)];
  return [`${grant.seq}. ${whatOf(grant, texts)}`, `   ${facts.join(' · ')}`];
}

function whatOf({ kind, display }: Pick<Grant, 'kind' | 'display'>, texts: Texts): string {
  if (kind === 'name') return grantName(display, texts);
  const command = code(titleLine(display, MAX_COMMAND_LENGTH));
  return kind === 'prefix' ? `${command} …` : command;
}

function revokeOne(typed: string, context: CommandContext): readonly Action[] {
  const { store, conversation, texts } = context;
  const grant = store.grants.ofConversation(conversation).find(({ seq }) => String(seq) === typed);
  if (grant === undefined) return [{ kind: 'reply', text: texts.grants.noSuchGrant(typed) }];
  if (!mayRevoke(grant, context)) return [{ kind: 'reply', text: texts.grants.notYours }];
  return [
    { kind: 'revoke', grants: [grant.seq] },
    { kind: 'reply', text: texts.grants.revoked(whatOf(grant, texts)) },
  ];
}

/** An owner revokes all grants, those of ended tasks included; anybody else only their own. */
function revokeAll(context: CommandContext): readonly Action[] {
  const { store, conversation, person, texts } = context;
  const own = store.grants.ofConversation(conversation).filter((grant) => mayRevoke(grant, context));
  return [
    { kind: 'revoke', grants: person.role === 'owner' ? 'all' : own.map(({ seq }) => seq) },
    { kind: 'reply', text: texts.grants.revokedAll(own.length) },
  ];
}

/** In a group others read along: one person's grant cannot be revoked by another. */
function mayRevoke({ grantedBy }: Grant, { person, sender }: CommandContext): boolean {
  return person.role === 'owner' || grantedBy === sender;
}
