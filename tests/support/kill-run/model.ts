/**
 * What the scripted model says, by the transcript alone: a program that was killed gets the same reply for the same
 * words.
 */
import { calls, says } from '../messages-server/replies.ts';
import { blocksOf, type MessagesRequest, type RequestBlock } from '../messages-server/request.ts';
import type { ScriptFunction } from '../messages-server/script.ts';

/** Names one message of one person. */
const TOKEN = /\bp\d{3}m\d{3}\b/g;

/** What people write, and what then happens: an answer, a command that runs, a command that they are asked about. */
export const WORDS = {
  talk: (token: string) => `How does the login work? ${token}`,
  task: (token: string) => `/agent count ${token}`,
  asks: (token: string) => `/agent touch for ${token}`,
} as const;

export type Kind = keyof typeof WORDS;

export const answerTo = (token: string): string => `answer ${token}`;

/** What stands behind the answer about a command of which it is not known whether it ran. */
export const UNSURE = ' (perhaps)';

/** Both commands leave a line outside of the project; the second one is asked about. */
const commandFor = {
  task: (token: string) => `mocha ${token}`,
  asks: (token: string) => `touch asked-${token} && sh node_modules/.bin/mocha ${token}`,
};

export const answersEverything: ScriptFunction = (request) => {
  const { asked, toRun } = openIn(request);
  if (toRun.length > 0) return calls(...toRun.map((command) => ['run_command', { command }] as const));
  const unsure = interruptedIn(request);
  const answers = asked.map((token) => `${answerTo(token)}${unsure.has(token) ? UNSURE : ''}`);
  return says(answers.length === 0 ? 'Nothing was asked.' : answers.join('\n'));
};

/** Tokens of commands that a kill interrupted, or that did not run. */
function interruptedIn({ messages }: MessagesRequest): ReadonlySet<string> {
  const blocks = messages.flatMap(blocksOf);
  const ids = new Set(
    blocks.flatMap(({ type, tool_use_id: id, content, is_error: isError }) =>
      type === 'tool_result' && (isError === true || JSON.stringify(content).includes('Interrupted:'))
        ? [id]
        : [],
    ),
  );
  return new Set(blocks.flatMap(({ id, input }) => (ids.has(id) ? tokensIn(JSON.stringify(input)) : [])));
}

interface Open {
  /** Asked, and not answered since: who asks again, because a cell was lost with the answer, is answered again. */
  readonly asked: readonly string[];
  /** Commands of these that were not called yet. */
  readonly toRun: readonly string[];
}

function openIn({ messages }: MessagesRequest): Open {
  const words = messages.flatMap((message, at) =>
    blocksOf(message).map((block) => ({
      isAnswer: message.role === 'assistant',
      text: message.role === 'assistant' ? textOf(block) : wordsOf(block, at === 0),
    })),
  );
  const open = new Set<string>();
  for (const { isAnswer, text } of words)
    for (const token of tokensIn(text)) isAnswer ? open.delete(token) : open.add(token);
  const asked = [...open];
  const uses = messages.flatMap(blocksOf).filter(({ type }) => type === 'tool_use');
  const called = new Set(uses.flatMap(({ input }) => tokensIn(JSON.stringify(input))));
  const own = words.filter(({ isAnswer }) => !isAnswer).map(({ text }) => text);
  const due = (kind: 'task' | 'asks', sign: RegExp): readonly string[] => {
    const meant = new Set(own.flatMap((text) => [...text.matchAll(sign)].map(([, token = '']) => token)));
    return asked
      .filter((token) => meant.has(token) && !called.has(token))
      .map((token) => commandFor[kind](token));
  };
  return {
    asked,
    toRun: [...due('task', /\bcount (p\d{3}m\d{3})/g), ...due('asks', /touch for (p\d{3}m\d{3})/g)],
  };
}

function textOf({ type, text }: RequestBlock): string {
  return type === 'text' ? String(text) : '';
}

/** Only what the person says: a digest of the chat, which may stand before it, names what is answered already. */
function wordsOf({ type, text }: RequestBlock, isFirst: boolean): string {
  if (type !== 'text') return '';
  const words = String(text);
  if (isFirst) return words.slice(Math.max(0, words.lastIndexOf('\n\nTask: ')));
  return words.startsWith('Message from the person:') ? words : '';
}

export function tokensIn(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}
