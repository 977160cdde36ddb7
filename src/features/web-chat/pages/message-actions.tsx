import type { ChatMessage } from '../../../channels/web/chat-rows.ts';
import type { WebChatTexts } from '../texts/texts.ts';
import { CHAT_PATH } from './paths.ts';

/**
 * The reactions to choose from: a yes, a no, thanks; and the sign that undoes a task where a message reports one. None
 * of them contains a variation selector: a page with such signs is searched for secrets twice.
 */
interface ReactionChoice {
  readonly emoji: string;
  readonly name: keyof WebChatTexts['reactions'];
}

export const REACTIONS: readonly ReactionChoice[] = [
  { emoji: '👍', name: 'yes' },
  { emoji: '👎', name: 'no' },
  { emoji: '🙏', name: 'thanks' },
  { emoji: '↩', name: 'undo' },
];

/** A person changes and takes back words of their own; what they chose stays. */
export function isOwnText({ author, body }: Pick<ChatMessage, 'author' | 'body'>): boolean {
  return author === 'person' && body.kind === 'text';
}

export function isReactedTo({ author, body }: Pick<ChatMessage, 'author' | 'body'>): boolean {
  return author === 'program' && body.kind !== 'deleted';
}

interface MessageActionsProps {
  readonly message: ChatMessage;
  /** Its beginning: says to people who do not see it which message this is about. */
  readonly start: string;
  readonly isAboutTask: boolean;
  readonly words: WebChatTexts;
}

/**
 * What a person can do about a message: reply, react, change it, take it back. Plain links, and forms behind a summary.
 */
export function MessageActions({ message, start, isAboutTask, words }: MessageActionsProps) {
  const { place, body } = message;
  if (body.kind === 'deleted') return null;
  const isOwn = isOwnText(message);
  return (
    <div class="touch">
      <a href={`${CHAT_PATH}?reply=${place}#write`} aria-label={words.replyTo(start)}>
        {words.reply}
      </a>
      {isOwn ? (
        <a href={`${CHAT_PATH}?edit=${place}#write`} aria-label={words.editOf(start)}>
          {words.edit}
        </a>
      ) : null}
      {isOwn ? <Removal message={message} start={start} words={words} /> : null}
      {isReactedTo(message) ? (
        <Reactions message={message} start={start} isAboutTask={isAboutTask} words={words} />
      ) : null}
    </div>
  );
}

/** It asks once more: what is taken back cannot be brought back. */
function Removal({ message: { place, turn }, start, words }: Omit<MessageActionsProps, 'isAboutTask'>) {
  return (
    <details id={`remove-${place}`}>
      <summary aria-label={words.removeOf(start)}>{words.remove}</summary>
      <form method="post" action={CHAT_PATH}>
        <About place={place} turn={turn} />
        <button type="submit" name="remove" value="yes" class="button button-danger">
          {words.removeNow}
        </button>
      </form>
    </details>
  );
}

/** Pressed again, a reaction is taken back. */
function Reactions({ message: { place, turn, reaction }, start, isAboutTask, words }: MessageActionsProps) {
  const offered = REACTIONS.filter(({ name }) => name !== 'undo' || isAboutTask);
  return (
    <details id={`react-${place}`}>
      <summary aria-label={words.reactTo(start)}>{words.react}</summary>
      <form method="post" action={CHAT_PATH}>
        <About place={place} turn={turn} />
        {offered.map(({ emoji, name }) => {
          const isChosen = emoji === reaction;
          return (
            <button
              type="submit"
              name="react"
              value={isChosen ? '' : emoji}
              class="button"
              aria-pressed={isChosen ? 'true' : undefined}
            >
              {words.reactions[name]}
            </button>
          );
        })}
      </form>
    </details>
  );
}

function About({ place, turn }: Pick<ChatMessage, 'place' | 'turn'>) {
  return (
    <>
      <input type="hidden" name="about" value={place} />
      <input type="hidden" name="turn" value={turn} />
    </>
  );
}
