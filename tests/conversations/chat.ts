import type { TestOptions } from 'vitest';
import { expect, test } from 'vitest';
import { expectBubblesGolden, expectGolden, expectPhoneGolden } from '../support/golden.ts';
import { says, slow } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { isRewound } from '../support/messages-server/rewound.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import { IS_CARD, type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { git } from '../support/sample-project.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene, type SceneOptions } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { PersonOptions } from '../support/whatsapp-server/people.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

/** A conversation reads like a script: what the person writes and reads, and what the model says in between. */
export interface Chat {
  /** The person writes a line, and reads on until an answer fits. */
  person(line: string, reads: RegExp): Promise<void>;
  /** Nothing is written; something more comes by itself. */
  reads(fits: RegExp): Promise<void>;
  /** The next replies. Asked while there is none, the model thinks until there is one. */
  model(...replies: readonly Reply[]): void;
  /** Until the model thinks, with no reply at hand. */
  modelIsAsked(): Promise<void>;
}

/** A thought that is never finished: for a task that is stopped meanwhile. */
export const THINKS_ON: Reply = slow(says('Too late.'), 60_000);

/** The model of one conversation after the other. */
export interface TalkingModel {
  readonly script: ScriptFunction;
  model(...replies: readonly Reply[]): void;
  isAsked(): Promise<void>;
  /** Replies that nobody asked for. */
  left(): number;
}

function talkingModel(): TalkingModel {
  const replies: Reply[] = [];
  const waiting: ((reply: Reply) => void)[] = [];
  let onAsked: () => void = () => undefined;
  return {
    script: () => {
      const next = replies.shift();
      if (next !== undefined) return next;
      return new Promise((resolve) => {
        waiting.push(resolve);
        onAsked();
      });
    },
    model(...more) {
      for (const reply of more) {
        const resolve = waiting.shift();
        if (resolve === undefined) replies.push(reply);
        else resolve(reply);
      }
    },
    isAsked: () =>
      new Promise((resolve) => {
        onAsked = resolve;
        if (waiting.length > 0) resolve();
      }),
    left: () => replies.length,
  };
}

interface TerminalOptions extends Pick<TestOptions, 'tags'>, Omit<SceneOptions, 'script'> {}

/** A conversation in a terminal, kept in `golden/<name>.golden.txt`. */
export function inTerminal(
  name: string,
  { tags = [], ...options }: TerminalOptions,
  talk: (chat: Chat & Pick<Scene, 'workspace'>) => Promise<void>,
): void {
  test(name, { tags }, async () => {
    const model = talkingModel();
    const scene = await makeScene({
      env: { LOCALE: '' },
      agentYaml: PROJECT_SCRIPTS,
      ...options,
      script: model.script,
    });
    try {
      const program = scene.start();
      await talk({ ...terminalChat(program, model), workspace: scene.workspace });
      await program.hangUp();
      expect({ left: model.left(), refusals: scene.server.refusals }).toEqual({ left: 0, refusals: [] });
      await expectGolden(name, masked(program.conversation), scene.folder);
    } finally {
      await scene.close();
    }
  });
}

function terminalChat(program: Program, model: TalkingModel): Chat {
  const reads = async (fits: RegExp): Promise<void> => {
    await program.heard(fits);
  };
  return {
    async person(line, fits) {
      program.say(line);
      await reads(fits);
    },
    reads,
    model: model.model,
    modelIsAsked: model.isAsked,
  };
}

/** Codes of questions and hashes, which differ from run to run. */
function masked(conversation: string): string {
  return conversation
    .replaceAll(/\b(yes|no|sí) \d[a-z]\b/g, '$1 <code>')
    .replaceAll(/\b[0-9a-f]{7}(?= \w+: )/g, '<hash>')
    .replaceAll(/\b\d{8}-[0-9a-f]{8}\b/g, '<session>')
    .replaceAll(/wasap-agent \d+\.\d+\.\d+\S*/g, 'wasap-agent <version>');
}

/** One red pixel. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** Everybody's chats go to one program; they are held one after the other. */
export interface PhoneWorld {
  readonly scene: Scene;
  readonly world: WhatsAppServer;
  readonly model: TalkingModel;
  close(): Promise<void>;
}

/** Who writes: all of them own the program. */
export const PEOPLE = {
  ana: OWNER,
  ben: { phone: '5491155550002', lid: '99900002', name: 'Ben' },
  cara: { phone: '5491155550003', lid: '99900003', name: 'Cara' },
  dan: { phone: '5491155550004', lid: '99900004', name: 'Dan' },
  eva: { phone: '5491155550005', lid: '99900005', name: 'Eva' },
  fran: { phone: '5491155550006', lid: '99900006', name: 'Fran' },
};

/** @param env for the program, over what it has otherwise */
export async function openPhones(env: Readonly<Record<string, string>> = {}): Promise<PhoneWorld> {
  const model = talkingModel();
  const scene = await makeScene({
    script: model.script,
    allowsChange: isRewound,
    agentYaml: `${PROJECT_SCRIPTS}models:\n  scripted-model: { vision: true }\nwhatsapp:\n  pacing: off\n  edit_seconds: 0.5\n`,
  });
  const numbers = Object.values(PEOPLE).map(({ phone }) => `+${phone}`);
  const { world } = await linkedProgram(scene, {
    LOCALE: '',
    ALLOWED_PHONE_NUMBERS: numbers.join(','),
    ...env,
  });
  return {
    scene,
    world,
    model,
    async close() {
      await scene.close();
      await world.stop();
    },
  };
}

export interface PhoneTalk extends Chat {
  /** As `person`, in reply to the newest message that fits. */
  replies(to: RegExp, line: string, reads: RegExp): Promise<void>;
  /** Words that are answered with a mark on them alone. */
  marked(line: string): Promise<void>;
  photo(caption: string, reads: RegExp): Promise<void>;
  /** The poll below a question that was read. */
  polled(): Promise<void>;
  /** Words that are answered with a patch. */
  patched(line: string): Promise<void>;
  /** Votes in the poll that came with the question. */
  votes(choice: RegExp, reads: RegExp): Promise<void>;
}

interface PhoneOptions {
  readonly open: PhoneWorld;
  readonly who: PersonOptions;
  /** True for one that the documentation shows: its messages are kept in `golden/<name>.golden.json` as well. */
  readonly isShown?: boolean;
}

/** One person's conversation on WhatsApp, kept in `golden/<name>.golden.txt`. */
export async function onPhone(
  name: string,
  { open: { scene, world, model }, who, isShown = false }: PhoneOptions,
  talk: (chat: PhoneTalk) => Promise<void>,
): Promise<void> {
  git(scene.workspace, 'checkout', '-q', '--', '.');
  const chat = phoneChat(world.person(who));
  const reads = async (fits: RegExp): Promise<void> => {
    const { id, content } = await chat.reads(fits);
    // A report: the card of its task is then edited once more.
    if (content.kind === 'text' && content.text.includes('⏱️') && !IS_CARD.test(content.text))
      await world.until(() => (isCardDone(chat, id) ? true : undefined), 'the last edit of the card');
  };
  const talking = talk({
    async person(line, fits) {
      await chat.says(line);
      await reads(fits);
    },
    async replies(to, line, fits) {
      const quoted = chat
        .buzzes()
        .findLast(({ content }) => content.kind === 'text' && to.test(content.text));
      await chat.says(line, { quoting: quoted?.id });
      await reads(fits);
    },
    async marked(line) {
      const id = await chat.says(line);
      await world.until(() => (chat.reactions(id).length > 0 ? true : undefined), 'a mark');
    },
    async photo(caption, fits) {
      await chat.sendsPicture(ONE_PIXEL, caption);
      await reads(fits);
    },
    async polled() {
      await chat.poll();
    },
    async patched(line) {
      const before = chat.buzzes().length;
      await chat.says(line);
      const isPatch = ({ content }: { readonly content: { readonly kind: string } }) =>
        content.kind === 'document';
      await world.until(() => (chat.buzzes().slice(before).some(isPatch) ? true : undefined), 'a patch');
    },
    async votes(choice, fits) {
      const { id, options } = await chat.poll();
      await chat.votes(id, options.find((option) => choice.test(option)) ?? 'none');
      await reads(fits);
    },
    reads,
    model: model.model,
    modelIsAsked: model.isAsked,
  });
  await talking.catch((cause: unknown) => {
    const refusals = scene.server.refusals.join('\n');
    throw new Error(`${String(cause)}\n${chat.transcript()}\n${refusals}`, { cause });
  });
  expect({ left: model.left(), refusals: scene.server.refusals }).toEqual({ left: 0, refusals: [] });
  const steady = (text: string) => masked(text.replaceAll(scene.folder, '<folder>'));
  await expectPhoneGolden(name, steady(chat.transcript()));
  if (isShown) await expectBubblesGolden(name, chat.bubbles(), steady);
}

/** @param report of the task whose card is the last one above it */
function isCardDone(chat: PhoneChat, report: string): boolean {
  const messages = chat.buzzes();
  const card = messages
    .slice(
      0,
      messages.findIndex(({ id }) => id === report),
    )
    .findLast(({ id }) => IS_CARD.test(chat.states(id)[0]?.text ?? ''));
  return card === undefined || !IS_CARD.test(chat.states(card.id).at(-1)?.text ?? '');
}
