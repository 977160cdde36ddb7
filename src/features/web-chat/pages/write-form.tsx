import type { UploadLimits, WebRequest } from '../../../contracts/web-page.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { type WebChatTexts, webChatTexts } from '../texts/texts.ts';
import { CHAT_PATH } from './paths.ts';

/** The message that is replied to, or the own one that is changed. */
export type AboutMessage =
  | { readonly kind: 'reply'; readonly id: string; readonly words: string }
  | { readonly kind: 'edit'; readonly place: number; readonly words: string; readonly text: string };

interface WriteFormProps {
  /** Key of one message: the same form sent twice is handled once. */
  readonly newKey: string;
  /** Undefined for a new message. */
  readonly about: AboutMessage | undefined;
  readonly uploads: UploadLimits;
  readonly request: WebRequest;
}

/** A plain form. The script adds the Enter key, dropped files and a page that is not loaded anew. */
export function WriteForm({ newKey, about, uploads, request }: WriteFormProps) {
  const words = webChatTexts(request.texts);
  const isEdit = about?.kind === 'edit';
  return (
    <form
      method="post"
      action={CHAT_PATH}
      enctype="multipart/form-data"
      class="write"
      id="write"
      data-max-files={uploads.files}
      data-max-bytes={uploads.bytes}
      data-many={words.tooMany(String(uploads.files))}
      data-large={words.tooLarge(formatBytes(uploads.bytes))}
      data-empty={words.nothingWritten}
      data-sending={words.sending}
      data-not-sent={words.notSent}
    >
      <input type="hidden" name="key" value={newKey} autocomplete="off" />
      {about === undefined ? null : <About about={about} words={words} />}
      <label for="text" class="unseen">
        {words.write}
      </label>
      <textarea id="text" name="text" rows={2} autocomplete="off" aria-describedby="write-hint">
        {/* HTML drops the first line end. */}
        {isEdit ? `\n${about.text}` : ''}
      </textarea>
      <div class="write-row">
        {isEdit ? null : (
          <>
            <label for="files">{words.addFiles}</label>
            <input type="file" id="files" name="files" multiple />
          </>
        )}
        <button type="submit" class="button button-main">
          {isEdit ? words.change : words.send}
        </button>
      </div>
      <p class="meta" id="write-hint">
        {isEdit ? words.editHint : words.hint}
      </p>
      <p class="write-state" role="status" />
    </form>
  );
}

function About({ about, words }: { readonly about: AboutMessage; readonly words: WebChatTexts }) {
  const isEdit = about.kind === 'edit';
  return (
    <p class="quote">
      {isEdit ? (
        <input type="hidden" name="edit" value={about.place} />
      ) : (
        <input type="hidden" name="quote" value={about.id} />
      )}
      {isEdit ? words.editing : words.replying}: <q>{about.words}</q>{' '}
      <a href={CHAT_PATH}>{isEdit ? words.noEdit : words.noReply}</a>
    </p>
  );
}
