import type { PeopleStore } from '../../contracts/access.ts';
import type { Action } from '../../contracts/commands.ts';
import type { HandlersOf, MessageScope } from '../../contracts/feature.ts';
import type { ConversationId } from '../../core/ids.ts';
import type { Postbox } from '../../gateway/outgoing/postbox.ts';
import type { CheckUps } from './check-ups.ts';
import { chatText } from './findings-text.ts';
import { doctorWords } from './texts/texts.ts';

export type DoctorAction =
  /** Checks everything that has to work, which takes some seconds, and replies with the result. */
  | { readonly kind: 'doctor.check-up' }
  /** Sends the result to another chat than the one that asked. */
  | { readonly kind: 'doctor.tell'; readonly conversation: ConversationId; readonly text: string };

export interface DoctorActionParts {
  readonly checkUps: Pick<CheckUps, 'make'>;
  readonly store: { readonly people: Pick<PeopleStore, 'directChat'> };
  readonly postbox: Pick<Postbox, 'add'>;
}

export function doctorActions(ports: DoctorActionParts): HandlersOf<DoctorAction> {
  return {
    'doctor.check-up': {
      grants: () => false,
      // The result names numbers, groups and folders.
      refusal: (_action, { person, texts }) =>
        person.role === 'owner' ? undefined : texts.replies.ownersOnly,
      perform: (_action, message) => checkUp(message, ports),
    },
    'doctor.tell': {
      grants: () => false,
      apply({ conversation, text }, { row }) {
        const body = { kind: 'text', text } as const;
        ports.postbox.add({ conversation, key: `check-up:${row.seq}`, body });
        return [];
      },
    },
  };
}

/** A group learns no more than that the answer went elsewhere. */
async function checkUp(
  { context: { person, isGroup }, locale }: MessageScope,
  { store, checkUps }: DoctorActionParts,
): Promise<readonly (Action | DoctorAction)[]> {
  const look = async (): Promise<string> => chatText((await checkUps.make(locale, 'try')).findings, locale);
  const { toDirectChat, notInGroup } = doctorWords(locale).doctor;
  if (!isGroup) return [{ kind: 'reply', text: await look() }];
  const conversation = store.people.directChat(person.phone);
  if (conversation === undefined) return [{ kind: 'reply', text: notInGroup }];
  return [
    { kind: 'doctor.tell', conversation, text: await look() },
    { kind: 'reply', text: toDirectChat },
  ];
}
