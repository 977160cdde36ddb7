import type { PeopleStore } from '../../contracts/access.ts';
import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { Feature, HandlersOf, MessageScope } from '../../contracts/feature.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, localeOf } from '../../core/texts/texts.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import { nobodyRefused, ownersOnly } from '../../gateway/people/authority.ts';
import { type CheckUpKind, type CheckUps, chatText, createCheckUps, type Finding } from './check-ups.ts';
import type { DoctorPageParts } from './pages/doctor.tsx';
import { doctorWords } from './texts/texts.ts';

export interface DoctorPorts extends Omit<DoctorActionParts, 'checkUps'>, Pick<DoctorPageParts, 'visitors'> {
  /** Checks everything that has to work, which takes some seconds; other work goes on meanwhile. */
  checkUp(locale: Locale, how: CheckUpKind): Promise<readonly Finding[]>;
  readonly clock: Pick<Clock, 'nowMs' | 'upMs'>;
}

/** Whether everything works, and what to do about what does not: `/doctor`. */
export function doctorFeature({ checkUp, clock, store, outbox, visitors }: DoctorPorts): Feature {
  const checkUps = createCheckUps(checkUp, clock);
  return {
    name: 'doctor',
    commands: [doctorCommand],
    actions: doctorActions({ checkUps, store, outbox }),
    pages: [
      {
        path: '/doctor',
        label: (texts) => doctorWords(localeOf(texts)).page.label,
        group: 'program',
        // The result names numbers, groups and folders.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { doctorView } = await import('./pages/doctor.tsx');
          return doctorView({ checkUps, visitors });
        },
      },
    ],
  };
}

const doctorCommand: ChatCommand = {
  name: 'doctor',
  aliases: ['diagnostico'],
  topic: 'program',
  describe: (texts) => doctorWords(localeOf(texts)).doctor.command,
  run: (): readonly (Action | DoctorAction)[] => [{ kind: 'doctor.check-up' }],
};

type DoctorAction =
  /** Checks everything that has to work, which takes some seconds, and replies with the result. */
  | { readonly kind: 'doctor.check-up' }
  /** Sends the result to another chat than the one that asked. */
  | { readonly kind: 'doctor.tell'; readonly conversation: ConversationId; readonly text: string };

interface DoctorActionParts {
  readonly checkUps: Pick<CheckUps, 'make'>;
  readonly store: { readonly people: Pick<PeopleStore, 'directChat'> };
  readonly outbox: Pick<Outbox, 'enqueue'>;
}

function doctorActions(ports: DoctorActionParts): HandlersOf<DoctorAction> {
  return {
    'doctor.check-up': {
      grants: () => false,
      // The result names numbers, groups and folders.
      refusal: ownersOnly,
      perform: (_action, message) => checkUp(message, ports),
    },
    'doctor.tell': {
      grants: () => false,
      // It only follows a check-up, which is for owners.
      refusal: nobodyRefused,
      apply({ conversation, text }, { row }) {
        const body = { kind: 'text', text } as const;
        ports.outbox.enqueue({ conversation, key: `check-up:${row.seq}`, body });
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
