import type { OutboundBody } from '../../contracts/channel.ts';
import type { Checkpoints, SessionDiff } from '../../contracts/checkpoints.ts';
import type { Store } from '../../contracts/store.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { taskName } from '../tasks/task-name.ts';

/** Longest diff that is shown, in UTF-16 code units. */
const MAX_CHARACTERS = 60_000;

export interface DiffParts {
  readonly store: Pick<Store, 'sessions' | 'checkpoints' | 'worktrees'>;
  /** Tasks of one conversation that may be at work at the same time. */
  readonly maxParallelTasks: number;
  readonly checkpoints: Pick<Checkpoints, 'diff'>;
}

/** The changes of a session so far, as they are shown. Takes as long as git takes. */
export async function findDiff(
  parts: DiffParts,
  id: SessionId,
  locale: Locale,
): Promise<readonly OutboundBody[]> {
  const { store, checkpoints } = parts;
  const words = texts(locale);
  const say = (text: string): OutboundBody => ({ kind: 'text', text });
  const session = store.sessions.get(id);
  if (session === undefined) return [say(words.replies.noSuchSession(id))];
  const steps = store.checkpoints.listCurrent(id);
  const isRunning = session.state.status === 'running';
  const options = { isRunning, mostCharacters: MAX_CHARACTERS };
  try {
    const shown = await checkpoints.diff(session.workspace, steps, options);
    return shown.diff === '' && shown.leftOut === 0
      ? [say(words.report.noChangesYet(taskName(session, parts)))]
      : [
          ...diffOf(shown, id, locale),
          ...(shown.leftOut > 0 ? [say(words.report.diffLeftOut(shown.leftOut))] : []),
        ];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [say(sentenceIn(locale, error))];
  }
}

function diffOf({ diff }: SessionDiff, id: SessionId, locale: Locale): readonly OutboundBody[] {
  return diff === '' ? [] : [{ kind: 'diff', diff, name: `${id}.patch`, locale }];
}
