import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf, ReportedEnd, RunSession } from '../../contracts/feature.ts';
import type { Redactor } from '../../contracts/policy.ts';
import type { Store, WorkRecords } from '../../contracts/store.ts';
import { DAY_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { newMessageId, type SessionId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import type { KeptRecordings } from '../../files/kept-recordings.ts';
import { addressOf } from '../../gateway/address.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { workDone } from '../../gateway/report/records.ts';
import { speakableText } from './spoken/speakable.ts';
import { spokenQuestion } from './spoken/spoken-question.ts';
import { spokenReport } from './spoken/spoken-report.ts';
import { withinSeconds } from './spoken/within-seconds.ts';
import { voiceTexts } from './texts/texts.ts';
import type { NewVoiceNote, VoiceAction } from './voice.ts';
import { voiceCommand } from './voice-command.ts';
import { AIMED_SECONDS, VoiceWorker, type VoiceWorkerParts } from './voice-worker.ts';

/** Recordings and rows are kept for as long as a phone may be away. */
const KEEP_MS = 7 * DAY_MS;

/** Turns text into speech on this machine. */
export interface VoiceParts extends Pick<VoiceWorkerParts, 'speak' | 'usdPerMillionCharacters'>, Redactor {
  readonly recordings: KeptRecordings;
}

export interface VoiceFeatureParts extends Omit<VoiceWorkerParts, 'store' | 'outgoing' | keyof VoiceParts> {
  readonly store: VoiceWorkerParts['store'] & WorkRecords & Pick<Store, 'sessions'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly voice: VoiceParts;
}

/** Reports, and where a chat wants it questions, as voice notes: `/voice`. The words are always there first. */
export function voiceFeature(parts: VoiceFeatureParts): Feature {
  const { rows, outgoing, clock, voice } = parts;
  const worker = new VoiceWorker({
    rows,
    store: parts.store,
    program: parts.program,
    outgoing,
    instance: parts.instance,
    clock,
    log: parts.log,
    speak: voice.speak,
    usdPerMillionCharacters: voice.usdPerMillionCharacters,
    recordings: voice.recordings,
  });
  return {
    name: 'voice',
    commands: [
      voiceCommand({
        canSpeak: voice.speak !== undefined,
        rows,
        canPlay: ({ conversation }) =>
          outgoing.channels.get(addressOf(conversation).channel)?.capabilities.voiceNote === true,
      }),
    ],
    actions: voiceActions(parts),
    reports: {
      addToReport: (end) =>
        rows.heardIn(end.session.conversation) === undefined
          ? undefined
          : { lines: [], showsPlan: false, follow: () => hearReport(end, parts) },
    },
    runs: { wrapRun: (run) => aroundRun(run, worker, parts) },
    workers: [worker],
    statusLines: ({ conversation, texts: words }) =>
      rows.heardIn(conversation) === undefined ? [] : [voiceTexts(words).status],
    async tidy() {
      const beforeMs = clock.nowMs() - KEEP_MS;
      rows.removeOld(beforeMs);
      await voice.recordings.removeOlder(beforeMs);
    },
  };
}

function voiceActions({ rows, clock }: Pick<VoiceFeatureParts, 'rows' | 'clock'>): HandlersOf<VoiceAction> {
  return {
    'voice.hear': {
      grants: () => false,
      refusal: (_action, context) => refusal(context),
      apply({ hears }, { context: { conversation } }) {
        rows.hear(conversation, hears, clock.nowMs());
        return [];
      },
    },
    'voice.silence': {
      grants: () => false,
      refusal: (_action, context) => refusal(context),
      apply(_action, { context: { conversation } }) {
        rows.silence(conversation);
        return [];
      },
    },
  };
}

/** It makes everybody's phone ring, and may cost money. */
function refusal({ person, isGroup, texts: words }: CommandContext): string | undefined {
  if (person.role === 'reader') return words.replies.readersOnlyAsk;
  return isGroup && person.role !== 'owner' ? voiceTexts(words).notInGroup : undefined;
}

/** Inside the transaction of the end. */
function hearReport({ session: { id }, outcome }: ReportedEnd, parts: VoiceFeatureParts): void {
  const { store } = parts;
  // Its report may just have marked it as unproven.
  const session = store.sessions.get(id);
  if (session?.mode !== 'agent') return;
  const words = voiceTexts(texts(session.locale));
  const text = spokenReport({ session, outcome, work: workDone(session, store) }, words);
  if (text === undefined) return;
  const { conversation, owner: payer, locale } = session;
  // A session may end several times, each time with its report.
  const topic = `report:${id}:${newMessageId()}`;
  addVoiceNote({ topic, conversation, payer, locale, text, approval: undefined }, parts);
}

/**
 * After a run everything that it stored is committed. Trouble with its voice note does not change the outcome of the
 * run.
 */
function aroundRun(run: RunSession, worker: VoiceWorker, parts: VoiceFeatureParts): RunSession {
  return async (id, control) => {
    const outcome = await run(id, control);
    try {
      if (outcome.kind === 'waiting') hearQuestion(id, parts);
      worker.begin();
    } catch (error) {
      parts.log.error('voice.not_begun', { session_id: id, error: messageOf(error) });
    }
    return outcome;
  };
}

/** The question that this session waits for; in a chat that also hears its questions. */
function hearQuestion(id: SessionId, parts: VoiceFeatureParts): void {
  const { rows, store } = parts;
  const session = store.sessions.get(id);
  const approval = store.approvals.listOfSession(id).findLast(({ state }) => state === 'pending');
  if (session === undefined || approval === undefined) return;
  const { conversation, messageId } = approval;
  if (rows.heardIn(conversation) !== 'questions') return;
  const { owner: payer, locale } = session;
  const text = spokenQuestion(approval, session, texts(locale));
  addVoiceNote(
    { topic: `question:${messageId}`, conversation, payer, locale, text, approval: approval.id },
    parts,
  );
}

/** Stores it without secrets and as it is read aloud, no longer than it may be. */
function addVoiceNote(
  note: Omit<NewVoiceNote, 'instance' | 'atMs'>,
  { rows, instance, clock, voice: { redact } }: VoiceFeatureParts,
): void {
  const words = voiceTexts(texts(note.locale));
  const read = speakableText(redact(note.text), words);
  // Without its signs a text may show what they had kept apart.
  const text = withinSeconds(speakableText(redact(read), words), AIMED_SECONDS);
  if (text !== '') rows.add({ ...note, text, instance, atMs: clock.nowMs() });
}
