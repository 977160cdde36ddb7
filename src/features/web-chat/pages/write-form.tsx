import type { UploadLimits, WebRequest } from '../../../contracts/web-page.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { webChatTexts } from '../texts/texts.ts';
import { CHAT_PATH } from './paths.ts';

interface WriteFormProps {
  /** Of one message: the same form sent twice is heard once. */
  readonly newKey: string;
  /** The message that is replied to. */
  readonly reply: { readonly id: string; readonly words: string } | undefined;
  readonly uploads: UploadLimits;
  readonly request: WebRequest;
}

/** A plain form. The script adds the Enter key, dropped files and a page that is not loaded anew. */
export function WriteForm({ newKey, reply, uploads, request }: WriteFormProps) {
  const words = webChatTexts(request.texts);
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
      <input type="hidden" name="key" value={newKey} />
      {reply === undefined ? null : (
        <p class="quote">
          <input type="hidden" name="quote" value={reply.id} />
          {words.replying}: <q>{reply.words}</q> <a href={CHAT_PATH}>{words.noReply}</a>
        </p>
      )}
      <label for="text" class="unseen">
        {words.write}
      </label>
      <textarea id="text" name="text" rows={2} autocomplete="off" aria-describedby="write-hint" />
      <div class="write-row">
        <label for="files">{words.addFiles}</label>
        <input type="file" id="files" name="files" multiple />
        <button type="submit" class="button button-main">
          {words.send}
        </button>
      </div>
      <p class="meta" id="write-hint">
        {words.hint}
      </p>
      <p class="write-state" role="status" />
    </form>
  );
}
