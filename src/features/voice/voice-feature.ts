import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf, ReportedEnd, RunSession } from '../../contracts/feature.ts';
import type { Redactor } from '../../contracts/policy.ts';
import type { Store, WorkRecords } from '../../contracts/store.ts';
import { DAY_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { newMessageId, type SessionId } from '../../core/ids.ts';
import { withoutAccents } from '../../core/text.ts';
import { texts } from '../../core/texts/texts.ts';
import type { KeptRecordings } from '../../files/kept-files.ts';
import { addressOf } from '../../gateway/conversation.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { workDone } from '../../gateway/report/work-done.ts';
import { speakableText, spokenQuestion, spokenReport, withinSeconds } from './spoken-text.ts';
import { voiceTexts } from './texts/texts.ts';
import type { NewVoiceNote, VoiceAction, VoiceScope, VoiceStore } from './voice.ts';
import { AIMED_SECONDS, VoiceWorker, type VoiceWorkerParts } from './voice-worker.ts';

/** Recordings and rows are kept for as long as a phone may be away. */
const KEEP_MS = 7 * DAY_MS;

/** Turns text into speech on this machine. */
export interface VoiceParts extends Pick<VoiceWorkerParts, 'speak' | 'usdPerMillionCharacters'>, Redactor {
  readonly recordings: KeptRecordings;
}

interface VoiceFeatureParts extends Omit<VoiceWorkerParts, 'store' | 'outgoing' | keyof VoiceParts> {
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

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:hear|listen to) (?:the|your) reports|(?:get|turn on) voice notes(?: from you)?|make you speak',
  '(?:escucho|escuchar|oigo|oir) (?:los|tus) informes|(?:activo|activar) (?:la voz|las notas de voz)|(?:hago|hacer) que hables',
);

const ON = ['on', 'si', 'yes', 'reports', 'informes', 'activar'];
const QUESTIONS = ['questions', 'preguntas', 'on questions', 'si preguntas', 'all', 'todo'];
const OFF = ['off', 'no', 'desactivar', 'text', 'texto'];

interface VoicePorts {
  /** False when no speech service is set up. */
  readonly canSpeak: boolean;
  readonly rows: Pick<VoiceStore, 'heardIn'>;
  /** False where no voice note can be played. */
  canPlay(context: Pick<CommandContext, 'conversation'>): boolean;
}

/** Sets which of the program's messages a chat also hears. */
function voiceCommand(ports: VoicePorts): ChatCommand {
  return {
    name: 'voice',
    aliases: ['voz'],
    topic: 'chat',
    asked: QUESTION_PATTERN,
    describe: (texts) => voiceTexts(texts).command,
    run: (rest, context) => (rest === '' ? showVoice(ports, context) : chooseVoice(rest, ports, context)),
  };
}

function showVoice({ rows }: VoicePorts, { conversation, texts }: CommandContext): readonly Action[] {
  return [{ kind: 'reply', text: stateText(rows.heardIn(conversation) ?? 'nothing', texts) }];
}

function chooseVoice(
  said: string,
  { canSpeak, canPlay }: VoicePorts,
  context: CommandContext,
): readonly (Action | VoiceAction)[] {
  const { texts } = context;
  const words = voiceTexts(texts);
  const hears = choiceIn(said);
  if (hears === undefined) return [{ kind: 'reply', text: words.unknown }];
  const reply: Action = { kind: 'reply', text: stateText(hears, texts) };
  if (hears === 'nothing') return [{ kind: 'voice.silence' }, reply];
  if (!canSpeak) return [{ kind: 'reply', text: words.notSetUp }];
  if (!canPlay(context)) return [{ kind: 'reply', text: words.cannotPlay }];
  return [{ kind: 'voice.hear', hears }, reply];
}

function choiceIn(said: string): VoiceScope | 'nothing' | undefined {
  const words = withoutAccents(said)
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (ON.includes(words)) return 'reports';
  if (QUESTIONS.includes(words)) return 'questions';
  return OFF.includes(words) ? 'nothing' : undefined;
}

function stateText(hears: VoiceScope | 'nothing', texts: CommandContext['texts']): string {
  const words = voiceTexts(texts);
  return [words.hears[hears], words.howTo[hears]].join('\n');
}
