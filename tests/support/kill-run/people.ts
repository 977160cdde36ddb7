/** People who each write one thing after the other and answer what they are asked, whatever has died meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Seeded, seeded } from '../seeded.ts';
import type { Person } from '../whatsapp-server/person.ts';
import type { Arrived } from '../whatsapp-server/received.ts';
import type { WhatsAppServer } from '../whatsapp-server/server.ts';
import { answerTo, type Kind, tokensIn, WORDS } from './model.ts';

/** One message that a person wrote. */
export interface Sent {
  readonly id: string;
  readonly person: number;
  /** Missing for a yes and for the choice of the project. */
  readonly token?: string;
  readonly kind?: Kind;
  /** Until the answer was on the phone; missing when none came in time. */
  answeredMs?: number;
}

export interface Writing {
  readonly world: WhatsAppServer;
  readonly people: readonly Person[];
  readonly messages: number;
  readonly seed: number;
  readonly answerWithinMs: number;
  /** A cell will be lost: whose chat moves goes on with its tasks, as the message about it says. */
  readonly losesCell: boolean;
}

/** The project that is this person's own. */
export const projectOf = (person: number): string => `p${String(person).padStart(3, '0')}`;

const START_WITHIN_MS = 120_000;
const MOVES_WITHIN_MS = 1_800_000;
const PAUSE_MS = [100, 800] as const;
const BURST = 3;

/** Each chat begins with a project of its own, so that no task waits for another person's. */
export async function choosesProjects(writing: Writing, sent: Sent[]): Promise<void> {
  await Promise.all(
    writing.people.map(async (person, n) => {
      const chosen = seesFrom(writing, person, START_WITHIN_MS, ({ content }) =>
        JSON.stringify(content).includes(projectOf(n)),
      );
      await note(sent, { person: n }, person.says(`/workspace ${projectOf(n)}`));
      await chosen;
    }),
  );
}

/** Resolves when each has written so many messages and had an answer to every one, or none in time. */
export async function everybodyWrites(writing: Writing, sent: Sent[]): Promise<void> {
  await Promise.all(writing.people.map((_, n) => new Writer(writing, n, sent).write()));
}

class Writer {
  readonly #writing: Writing;
  readonly #person: Person;
  readonly #n: number;
  readonly #sent: Sent[];
  readonly #chance: Seeded;
  #next = 0;

  constructor(writing: Writing, n: number, sent: Sent[]) {
    const person = writing.people[n];
    if (person === undefined) throw new Error('There is no such person.');
    this.#writing = writing;
    this.#person = person;
    this.#n = n;
    this.#sent = sent;
    this.#chance = seeded(writing.seed * 1000 + n);
  }

  async write(): Promise<void> {
    if (this.#writing.losesCell) void this.#goesOnElsewhere();
    while (this.#next < this.#writing.messages) {
      await sleep(this.#chance.between(...PAUSE_MS));
      const drawn = this.#chance.next();
      if (drawn < 0.1) await Promise.all(Array.from({ length: BURST }, () => this.#ask('talk')));
      else await this.#ask(drawn < 0.35 ? 'task' : drawn < 0.5 ? 'asks' : 'talk');
    }
  }

  async #ask(kind: Kind): Promise<void> {
    const token = `${projectOf(this.#n)}m${String(this.#next).padStart(3, '0')}`;
    this.#next += 1;
    const { answerWithinMs } = this.#writing;
    // What is written during a run is answered with what came before it: the last text counts for both.
    const answered = seesFrom(this.#writing, this.#person, answerWithinMs, ({ content }) =>
      answersIn(content).some((one) => one >= token),
    );
    if (kind === 'asks') void this.#saysYes(token);
    const atMs = performance.now();
    const row = await note(
      this.#sent,
      { person: this.#n, token, kind },
      this.#person.says(WORDS[kind](token)),
    );
    if (await answered) row.answeredMs = performance.now() - atMs;
  }

  /** Chooses the project again, which does not come along, and goes on with each task that the message names. */
  async #goesOnElsewhere(): Promise<void> {
    const moved = await seesFrom(this.#writing, this.#person, MOVES_WITHIN_MS, tellsOfMove);
    if (moved?.content.kind !== 'text') return;
    const tasks = moved.content.text.match(/^\/agent-resume \d+/gm) ?? [];
    for (const words of [`/workspace ${projectOf(this.#n)}`, ...tasks])
      await note(this.#sent, { person: this.#n }, this.#person.says(words));
  }

  /**
   * By quoting the question; whoever is asked again by another cell, which has not heard the first yes, says it again.
   */
  async #saysYes(token: string): Promise<void> {
    const isAsked = ({ content }: Arrived): boolean =>
      content.kind === 'text' && content.text.includes('❓') && content.text.includes(`asked-${token}`);
    for (;;) {
      const { answerWithinMs } = this.#writing;
      const question = await seesFrom(this.#writing, this.#person, answerWithinMs, isAsked);
      if (question === undefined) return;
      await note(this.#sent, { person: this.#n }, this.#person.says('yes', { quoting: question.id }));
    }
  }
}

/** In the order in which they are handed to the network. */
async function note(sent: Sent[], row: Omit<Sent, 'id'>, saying: ReturnType<Person['says']>): Promise<Sent> {
  const { id } = await saying;
  const noted: Sent = { ...row, id: id ?? '' };
  sent.push(noted);
  return noted;
}

export function tellsOfMove({ content }: Pick<Arrived, 'content'>): boolean {
  return content.kind === 'text' && content.text.startsWith('📦');
}

function answersIn(content: Arrived['content']): readonly string[] {
  if (content.kind !== 'text' && content.kind !== 'edit') return [];
  return content.text.split('\n').flatMap((line) => (line.includes(answerTo('')) ? tokensIn(line) : []));
}

/** The first message from now on that fits; undefined when none comes in time. */
async function seesFrom(
  { world }: Pick<Writing, 'world'>,
  { received }: Person,
  limitMs: number,
  fits: (message: Arrived) => boolean,
): Promise<Arrived | undefined> {
  let looked = received.length;
  try {
    return await world.until(
      () => {
        const found = received.slice(looked).find(fits);
        looked = received.length;
        return found;
      },
      'an answer',
      limitMs,
    );
  } catch {
    return undefined;
  }
}
