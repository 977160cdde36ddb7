import type { Attachment } from '../../contracts/channel.ts';
import type { Missing, SentFiles } from '../../contracts/enclosures.ts';

/** Largest picture that a request may hold, in bytes: 5 MB in base64. */
export const MAX_IMAGE_BYTES = 3_700_000;
const BYTES_PER_MB = 1_000_000;

/** Facts about chat, person and channel for judging one attachment. */
export interface AttachmentContext {
  readonly limits: SentFiles['limits'];
  /** Bytes fetched for this person today. */
  readonly usedBytes: number;
  /** True when this person may work in the workspace at all, and their files may be stored in it. */
  readonly mayTalk: boolean;
  readonly mayKeepFiles: boolean;
  readonly canFetch: boolean;
  readonly hasVision: boolean;
  readonly canTranscribe: boolean;
}

export type Judgement = Missing | { readonly kind: 'fetch'; readonly mostBytes: number };

/** Decides whether an attachment is fetched, and up to which size. */
export function judgeAttachment(attachment: Attachment, around: AttachmentContext): Judgement {
  const { kind: what, bytes = 0 } = attachment;
  const { fileBytes, dayBytes } = around.limits;
  const reason = refusalOf(what, around);
  if (reason !== undefined) return { kind: 'missing', what, reason };
  if (what === 'image' && bytes > MAX_IMAGE_BYTES) return { kind: 'missing', what, reason: 'image-size' };
  if (bytes > fileBytes)
    return { kind: 'missing', what, reason: 'too-large', limitMb: fileBytes / BYTES_PER_MB };
  const left = dayBytes - around.usedBytes;
  if (left <= 0 || bytes > left)
    return { kind: 'missing', what, reason: 'day', limitMb: dayBytes / BYTES_PER_MB };
  return { kind: 'fetch', mostBytes: Math.min(fileBytes, left) };
}

function refusalOf(what: Attachment['kind'], around: AttachmentContext): Missing['reason'] | undefined {
  if (what === 'other') return 'kind';
  if (!around.mayTalk || (what === 'document' && !around.mayKeepFiles)) return 'not-yours';
  if (what === 'image' && !around.hasVision) return 'no-vision';
  if (what === 'voice' && !around.canTranscribe) return 'no-transcriber';
  return around.canFetch ? undefined : 'unreachable';
}
