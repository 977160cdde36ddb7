import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Grant } from '../../contracts/grants.ts';
import type { Store } from '../../contracts/store.ts';
import { once } from '../../core/memoize.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { projectFor } from '../../gateway/tasks/projects.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import type { Database } from '../../store/database.ts';
import type { PolicyPageParts } from './pages/policy.tsx';
import { createStandingGrants, grantFacts, grantText, type StandingGrant } from './standing-grants.ts';
import { policyTexts } from './texts/texts.ts';

export interface PolicyFeatureParts extends Omit<PolicyPageParts, 'standingGrants'> {
  readonly database: Database;
  readonly store: Pick<Store, 'grants'>;
}

/** `/policy`: the rules in force, and permissions that a person can take back. */
export function policyFeature({ database, store, policy, program, visitors }: PolicyFeatureParts): Feature {
  const standingGrants = once(() => createStandingGrants(database, store.grants));
  return {
    name: 'policy',
    commands: [policyCommand],
    pages: [
      {
        path: '/policy',
        label: (texts) => policyTexts(texts).label,
        group: 'program',
        async load() {
          const { policyView } = await import('./pages/policy.tsx');
          return policyView({ policy, program, visitors, standingGrants: standingGrants() });
        },
      },
    ],
  };
}

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  'see what you (?:may|are allowed to) do|take back (?:a|my) (?:permission|yes)|make you (?:ask less|stop asking)|stop you from asking',
  '(?:veo|ver) que (?:puedes|podes) hacer sin (?:preguntar|permiso)|(?:te )?(?:retiro|quito) (?:un|el|ese) permiso|(?:retirarte|quitarte) (?:un|el|ese) permiso',
  '(?:hago (?:para )?)?que (?:dejes de preguntar|preguntes menos)',
);

const policyCommand: ChatCommand = {
  name: 'policy',
  aliases: ['permissions', 'politica', 'política', 'permisos'],
  topic: 'safety',
  asked: QUESTION_PATTERN,
  describe: (texts) => policyTexts(texts).commands.policy,
  run(rest, context) {
    const [verb = '', what = ''] = rest.toLowerCase().split(/\s+/);
    if (verb === '') return [{ kind: 'reply', text: overview(context) }];
    if (!['revoke', 'revocar'].includes(verb) || what === '') {
      const { usage, more } = policyTexts(context.texts).commands.policy;
      return [{ kind: 'reply', text: `${usage}\n${more}` }];
    }
    return ['all', 'todo', 'todos'].includes(what) ? revokeAll(context) : revokeOne(what, context);
  },
};

function overview(context: CommandContext): string {
  const { program, store, conversation, texts } = context;
  const { grants } = texts;
  const listed = store.grants.listOfChat(conversation);
  const lines = listed.flatMap((grant) => grantLines(grant, context));
  return [
    grants.mode[program.policyMode],
    sandboxText(program.sandbox(), texts),
    ...(listed.length === 0 ? [grants.none] : [grants.title, ...lines, grants.howToRevoke]),
  ].join('\n');
}

function grantLines(grant: StandingGrant, context: CommandContext): readonly string[] {
  const where = projectFor(grant.workspace, context);
  return [
    `${grant.seq}. ${grantText(grant, context.texts)}`,
    `   ${grantFacts({ ...grant, where }, context).join(' · ')}`,
  ];
}

function revokeOne(typed: string, context: CommandContext): readonly Action[] {
  const { store, conversation, texts } = context;
  const grant = store.grants.listOfChat(conversation).find(({ seq }) => String(seq) === typed);
  if (grant === undefined) return [{ kind: 'reply', text: texts.grants.noSuchGrant(typed) }];
  if (!mayRevoke(grant, context)) return [{ kind: 'reply', text: texts.grants.notYours }];
  return [
    { kind: 'revoke', grants: [grant.seq] },
    { kind: 'reply', text: texts.grants.revoked(grantText(grant, texts)) },
  ];
}

/** An owner revokes all grants, those of ended tasks included; other people only their own. */
function revokeAll(context: CommandContext): readonly Action[] {
  const { store, conversation, person, texts } = context;
  const own = store.grants.listOfChat(conversation).filter((grant) => mayRevoke(grant, context));
  return [
    { kind: 'revoke', grants: person.role === 'owner' ? 'all' : own.map(({ seq }) => seq) },
    { kind: 'reply', text: texts.grants.revokedAll(own.length) },
  ];
}

/** In a group others read along: one person's grant cannot be revoked by another. */
function mayRevoke({ grantedBy }: Grant, { person, sender }: CommandContext): boolean {
  return person.role === 'owner' || grantedBy === sender;
}
