/** What the server can be told as lines of JSON when it runs in a process of its own. */
import * as z from 'zod';

import type { Person } from './person.ts';
import type { WhatsAppServer } from './server.ts';

export type Stage = {
  readonly server: WhatsAppServer;
  readonly people: Map<string, Person>;
  /** Called for each new person. */
  readonly joined: (person: Person) => void;
};

const Act = z.object({ who: z.string(), id: z.string() });
const Commands = z.discriminatedUnion('do', [
  z.object({ do: z.literal('scan'), qr: z.string() }),
  z.object({ do: z.literal('enter-code'), code: z.string() }),
  z.object({ do: z.literal('person'), phone: z.string(), lid: z.string(), name: z.string() }),
  z.object({ do: z.literal('says'), who: z.string(), text: z.string(), quoting: z.string().optional() }),
  Act.extend({ do: z.literal('reacts'), emoji: z.string() }),
  Act.extend({ do: z.literal('votes'), options: z.array(z.string()) }),
  z.object({
    do: z.literal('fault'),
    name: z.enum(['dropConnection', 'goHalfOpen', 'failure', 'streamError', 'ackWithError', 'undecryptable']),
    number: z.number().optional(),
  }),
  z.object({ do: z.literal('unconfirmed') }),
  z.object({ do: z.literal('verify') }),
]);

type Command = z.infer<typeof Commands>;

/**
 * @returns the id of what was said, or what was asked for
 * @throws Error for a command that is none, or one that could not be carried out
 */
export async function carryOut(stage: Stage, said: unknown): Promise<unknown> {
  const command = Commands.parse(said);
  const { server } = stage;
  switch (command.do) {
    case 'scan':
      return server.phone.scan(command.qr);
    case 'enter-code':
      return server.phone.enterCode(command.code);
    case 'person':
      return introduce(stage, command);
    case 'fault':
      return provoke(server, command);
    case 'unconfirmed':
      return server.unconfirmed();
    case 'verify':
      return server.verify();
    default:
      return (await act(personOf(stage, command.who), command)).id;
  }
}

function introduce(
  { server, people, joined }: Stage,
  { phone, lid, name }: Extract<Command, { do: 'person' }>,
): void {
  const person = server.person({ phone, lid, name });
  people.set(name, person);
  joined(person);
}

function act(person: Person, command: Extract<Command, { who: string }>) {
  if (command.do === 'says') return person.says(command.text, { quoting: command.quoting });
  if (command.do === 'reacts') return person.reacts(command.id, command.emoji);
  return person.votes(command.id, command.options);
}

function provoke({ faults }: WhatsAppServer, { name, number }: Extract<Command, { do: 'fault' }>): void {
  if (name === 'dropConnection' || name === 'goHalfOpen') faults[name]();
  else if (name === 'undecryptable') faults.undecryptable(number);
  else if (number === undefined) throw new Error(`${name} needs a number`);
  else faults[name](number);
}

function personOf({ people }: Stage, name: string): Person {
  const person = people.get(name);
  if (person === undefined) throw new Error(`nobody here is called ${name}`);
  return person;
}
