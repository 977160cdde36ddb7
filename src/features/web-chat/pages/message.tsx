import type { ChatFile, ChatMessage } from '../../../channels/web/chat-rows.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { isoTime } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { changedFiles, type DiffFile, type HunkLine } from '../../../pictures/changed-files.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { BRAND } from '../../../web-server/shell.tsx';
import { ButtonForm, withoutEmoji } from '../../../web-server/ui.tsx';
import { type WebChatTexts, webChatTexts } from '../texts/texts.ts';
import { MessageActions } from './message-actions.tsx';
import { CHAT_PATH, FILES_PATH } from './paths.ts';

/** Facts about a message for its display. */
export interface MessageView {
  readonly request: WebRequest;
  /** When it was written, in the zone of the chat. */
  readonly time: string;
  /** True for a poll that still waits for an answer. */
  readonly isOpen: boolean;
  /** True for a poll right below the message that says in full what it asks. */
  readonly isBelowQuestion: boolean;
  /** The message that it replies to. */
  readonly quoted: string | undefined;
  /** True for a report on the end of a task, or for its card. */
  readonly isAboutTask: boolean;
}

interface MessageProps {
  readonly message: ChatMessage;
  readonly view: MessageView;
}

export function Message({ message, view }: MessageProps) {
  const { author, place, reaction, atMs, files, isEdited } = message;
  const { request, time, quoted, isOpen, isBelowQuestion, isAboutTask } = view;
  // Without its buttons it would add nothing.
  if (isBelowQuestion && !isOpen) return null;
  const words = webChatTexts(request.texts);
  const start = oneLine(request.clean(messageText(message, words)), 40);
  return (
    <li class={`said said-${author}`} id={`said-${place}`}>
      <p class="meta">
        <b>{author === 'person' ? words.you : BRAND}</b>
        <time datetime={isoTime(atMs)}>{time}</time>
        {author === 'person' && isEdited && message.body.kind !== 'deleted' ? (
          <span>{words.edited}</span>
        ) : null}
        {reaction === '' ? null : <Reacted by={author} emoji={request.clean(reaction)} words={words} />}
      </p>
      {quoted === undefined || message.body.kind === 'choice' ? null : <blockquote>{quoted}</blockquote>}
      <Body message={message} view={view} />
      <Files files={files} words={words} />
      <MessageActions message={message} start={start} isAboutTask={isAboutTask} words={words} />
    </li>
  );
}

/** The reaction is the other side's. */
function Reacted({ by, emoji, words }: { by: ChatMessage['author']; emoji: string; words: WebChatTexts }) {
  return (
    <span class="reacted">
      {by === 'program' ? <span class="unseen">{`${words.you}: `}</span> : null}
      {emoji}
    </span>
  );
}

/** What a message says, in words. */
export function messageText({ body, files }: ChatMessage, words: WebChatTexts): string {
  switch (body.kind) {
    case 'text':
      return body.text === '' ? files.map(({ name }) => name).join(', ') : body.text;
    case 'choice':
      return body.text;
    case 'poll':
      return body.question;
    case 'diff':
      return files.map(({ name }) => name).join(', ');
    case 'voice':
      return words.voice(String(body.seconds));
    case 'deleted':
      return words.deleted;
    default:
      return unreachable(body);
  }
}

function Body({ message, view: { request, isOpen, isBelowQuestion } }: MessageProps) {
  const { body, id, turn } = message;
  const { clean, texts } = request;
  const words = webChatTexts(texts);
  switch (body.kind) {
    case 'text':
      return body.text === '' ? null : <Prose text={clean(body.text)} />;
    case 'choice':
      return <Prose text={clean(body.text)} />;
    case 'voice':
      return <p class="meta">{words.voice(String(body.seconds))}</p>;
    case 'deleted':
      return <p class="empty">{words.deleted}</p>;
    case 'diff':
      // Cleaned before it is cut into lines, so that no secret is cut in two.
      return <Patch diff={clean(body.diff)} request={request} />;
    case 'poll':
      return (
        <>
          {isBelowQuestion ? null : <Prose text={clean(body.question)} />}
          {isOpen ? (
            <Choices
              fields={{ poll: id, turn: String(turn) }}
              question={clean(body.question)}
              choices={body.choices.map(clean)}
              words={words}
            />
          ) : null}
        </>
      );
    default:
      return unreachable(body);
  }
}

interface ChoicesProps {
  readonly fields: Readonly<Record<string, string>>;
  readonly question: string;
  readonly choices: readonly string[];
  readonly words: WebChatTexts;
}

/** The first is what people press most, the last is the no. */
function Choices({ fields, question, choices, words }: ChoicesProps) {
  return (
    <ButtonForm
      action={CHAT_PATH}
      label={words.answer(oneLine(question, 80))}
      fields={fields}
      buttons={choices.map((choice, index) => ({
        name: 'choice',
        value: String(index),
        label: withoutEmoji(choice),
        kind: index === 0 ? 'main' : index === choices.length - 1 ? 'danger' : 'plain',
      }))}
    />
  );
}

function Files({ files, words }: { readonly files: readonly ChatFile[]; readonly words: WebChatTexts }) {
  if (files.length === 0) return null;
  return (
    <ul class="files">
      {files.map((file) => (
        <li>
          <SentFile file={file} words={words} />
        </li>
      ))}
    </ul>
  );
}

function SentFile({ file, words }: { readonly file: ChatFile; readonly words: WebChatTexts }) {
  const { seq, name, media, bytes } = file;
  const at = `${FILES_PATH}/${seq}`;
  if (media?.startsWith('image/') === true)
    return (
      <a href={at}>
        <img src={at} alt={`${words.picture}: ${name}`} loading="lazy" />
      </a>
    );
  return (
    <>
      {media === undefined ? null : (
        // biome-ignore lint/a11y/useMediaCaption: what it says stands in the message above, or is written below once it is heard.
        <audio controls preload="none" src={at} aria-label={`${words.sound}: ${name}`} />
      )}
      <a href={at} download={name}>
        {name}
      </a>{' '}
      <small>{`(${formatBytes(bytes)})`}</small>
    </>
  );
}

/** Lines of one file that are shown; the file below has all of them. */
const MAX_LINES = 200;

/** A difference in one column: in a chat there is no room for two. */
function Patch({ diff, request }: { readonly diff: string; readonly request: WebRequest }) {
  return (
    <>
      {changedFiles(diff).map((file) => (
        <PatchedFile file={file} request={request} />
      ))}
    </>
  );
}

function PatchedFile({ file, request }: { readonly file: DiffFile; readonly request: WebRequest }) {
  const { path, added, removed, hunks, remarks } = file;
  const lines = hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap' } as const]),
    ...hunk.lines,
  ]);
  const more = lines.length - MAX_LINES;
  return (
    <div class="patch">
      <p class="meta">
        <code>{path}</code>
        <span class="plus">{`+${added}`}</span>
        <span class="minus">{`−${removed}`}</span>
      </p>
      {remarks.length === 0 ? null : <p class="meta">{remarks.join(' ')}</p>}
      {lines.length === 0 ? null : (
        <pre tabindex={0}>
          {lines.slice(0, MAX_LINES).map((line) => (
            <Line line={line} />
          ))}
        </pre>
      )}
      {more > 0 ? <p class="meta">{webChatTexts(request.texts).moreLines(String(more))}</p> : null}
    </div>
  );
}

/** The signs are there for people who cannot distinguish the colours, and for copying. */
function Line({ line }: { readonly line: HunkLine | { readonly kind: 'gap' } }) {
  switch (line.kind) {
    case 'gap':
      return <span class="gap">{'⋮\n'}</span>;
    case 'added':
      return <span class="added">{`+${line.text}\n`}</span>;
    case 'removed':
      return <span class="removed">{`-${line.text}\n`}</span>;
    case 'context':
      return <span>{` ${line.text}\n`}</span>;
    case 'no-newline':
      return null;
    default:
      return unreachable(line);
  }
}
