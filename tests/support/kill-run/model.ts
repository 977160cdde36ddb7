/** What the scripted model says, by the transcript alone: a program that was killed gets the same reply for the same words. */
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
  /** Asked, and not answered yet. */
  readonly asked: readonly string[];
  /** Commands of these that were not called yet. */
  readonly toRun: readonly string[];
}

function openIn({ messages }: MessagesRequest): Open {
  const own = messages.flatMap((message, at) =>
    message.role === 'assistant' ? [] : blocksOf(message).map((block) => wordsOf(block, at === 0)),
  );
  const said = messages.flatMap((message) => (message.role === 'assistant' ? blocksOf(message) : []));
  const answered = new Set(said.flatMap(({ type, text }) => (type === 'text' ? tokensIn(String(text)) : [])));
  const called = new Set(
    said.flatMap(({ type, input }) => (type === 'tool_use' ? tokensIn(JSON.stringify(input)) : [])),
  );
  const asked = [...new Set(own.flatMap(tokensIn))].filter((token) => !answered.has(token));
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

/** Of the first message only the task: the digest of the chat before it names what is answered already. */
function wordsOf({ type, text }: RequestBlock, isFirst: boolean): string {
  if (type !== 'text') return '';
  const words = String(text);
  return isFirst ? words.slice(Math.max(0, words.lastIndexOf('\n\nTask: '))) : words;
}

export function tokensIn(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}
