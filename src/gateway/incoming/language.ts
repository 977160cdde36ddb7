import type { InboundMessage, MessageWords } from '../../contracts/channel.ts';
import type { SessionRecord, SessionStatus } from '../../contracts/session.ts';
import type {
  ConversationLanguage,
  ConversationStore,
  OpenSessions,
  SessionStore,
} from '../../contracts/session-stores.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { isBareYes, isPlainGoAhead, isThanks } from './go-ahead.ts';

/** So many messages in a row that are clearly in the other language change the language of a chat. */
const MESSAGES_TO_CHANGE = 2;
/** A single word changes nothing. */
const MIN_WORDS = 2;

const SPANISH = new Set(
  `hola gracias por favor el la los las un una unos unas y o de del al que en con para sin es esta este estos estas
  hay mi tu su te se lo le les nos pero como cuando donde porque arregla arreglá agrega agregá corre corré haz hacé
  haceme muestra mostrá crea creá borra revisa prueba pruebas archivo archivos falla fallan quiero puedes podes
  podrias voy vamos hacer hazlo ahora tambien muy bien mal hace tiene tengo algo nada todo todos cada eso esto ese
  funciona sigue estado ayuda idioma tarea proyecto rama cambia cambios buenas buenos buen dias tardes noches dime
  ya mas solo si cual quien era fue ser estar ver cosas cuanto cuantos cuanta cuantas seria
  puede pueden mejor dale listo vale bueno claro perfecto buenisimo genial entonces despues luego antes aca aqui ahi
  otra otro otros otras nuevo nueva siempre nunca tampoco igual quienes necesito anda andan sale salen rompe rompen
  falta faltan sobra hizo hiciste haces haga arreglar arreglalo arreglame cambiar cambialo quita quitar quitalo saca
  sacalo borrar borralo crear crealo agregar agregalo mostrar mostrame mostralo muestrame muestralo explica explicar
  explicame explicalo revisar revisalo probar proba probalo correr correlo renombra renombrar actualiza actualizar
  mejora mejorar escribe escribi escribir elimina eliminar sube subi subir baja bajar guarda guardar pasame fijate
  busca buscar encuentra limpia limpiar termina terminar segui pon pone ponle ponele decime contame cuentame haceme
  dejalo dejame espera codigo funcion funciones carpeta linea lineas errores usuario usuarios contrasena`.split(
    /\s+/,
  ),
);
const ENGLISH = new Set(
  `hi hello hey thanks please the an and or of to in on with for without is are was were be been this that these
  those there my your its it but how when where why what which who fix add run make do does did show create delete
  remove check file files fails failing can could would should will i you we they now also not have has
  need want let give tell use using all some any from at by if then just only change write help work works
  about good great`.split(/\s+/),
);

// Escaped, because the bundle is ASCII and its builder leaves regular expressions as they are.
/** The letter n with a tilde, and the inverted question and exclamation marks. */
const SPANISH_SIGN = /[\u00f1\u00bf\u00a1]/i;
/** A vowel with an acute accent. */
const ACCENT = /[\u00e1\u00e9\u00ed\u00f3\u00fa]/;

/** The language of a text, or undefined when it is not clear (`/status`, `no`). */
export function localeIn(text: string): Locale | undefined {
  if (SPANISH_SIGN.test(text)) return 'es';
  const words = letterWords(text);
  const spanish = words.filter((word) => SPANISH.has(word) || ACCENT.test(word)).length;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (spanish === english) return undefined;
  return spanish > english ? 'es' : 'en';
}

function letterWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{Letter}+/gu) ?? [];
}

/**
 * The language of a chat after this message. The first clear message sets it; then another one is taken over after two
 * messages in a row, never after one, and not at all where somebody chose it.
 */
export function languageAfter(
  before: ConversationLanguage,
  message: MessageWords & Pick<InboundMessage, 'scheduled'>,
): ConversationLanguage {
  // Words of somebody else, or of another day, say nothing about the language that is written here now.
  const isOwn =
    message.forwarded !== true && message.gesture === undefined && message.scheduled === undefined;
  const said = isOwn && !before.isChosen ? localeIn(message.text) : undefined;
  if (said === undefined) return before;
  if (before.locale === undefined) return { locale: said, isChosen: false, others: 0 };
  if (said === before.locale) return before.others === 0 ? before : { ...before, others: 0 };
  if (letterWords(message.text).length < MIN_WORDS || isCourtesy(message.text)) return before;
  const others = before.others + 1;
  return others < MESSAGES_TO_CHANGE ? { ...before, others } : { locale: said, isChosen: false, others: 0 };
}

/** `muchas gracias` and `ok dale` are typed in any language. */
function isCourtesy(text: string): boolean {
  return isThanks(text) || isBareYes(text) || isPlainGoAhead(text);
}

/**
 * The language of answers in a chat: the one that was chosen there, else the configured one, else the one that people
 * write there.
 */
export function localeOf({ locale, isChosen }: ConversationLanguage, configured: Locale | undefined): Locale {
  return (isChosen ? locale : (configured ?? locale)) ?? 'en';
}

/** The same for a stored chat. */
export function localeHere(
  conversation: ConversationId,
  configured: Locale | undefined,
  conversations: Pick<ConversationStore, 'language'>,
): Locale {
  return localeOf(conversations.language(conversation), configured);
}

const OPEN: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused', 'parked'];

interface SetLocaleParts {
  readonly store: Pick<Store, 'conversations' | 'sessions'>;
  readonly instance: InstanceId;
  /** From the settings; undefined: each chat has its own. */
  readonly locale: Locale | undefined;
}

/**
 * Gives open tasks the language that LOCALE names now: otherwise the card, the questions and the report of one that began
 * before a change would differ from everything around them. Call it before any task goes on.
 */
export function applyConfiguredLocale({ store, instance, locale }: SetLocaleParts): void {
  if (locale === undefined) return;
  for (const session of store.sessions.listByStatus(OPEN, instance))
    speak(session, localeHere(session.conversation, locale, store.conversations), store.sessions);
}

/** The same for one chat, where a message has changed the language. What is on the screen already stays as it is. */
export function changeLocale(
  conversation: ConversationId,
  locale: Locale,
  sessions: OpenSessions & Pick<SessionStore, 'update'>,
): void {
  for (const session of sessions.listOpen(conversation)) speak(session, locale, sessions);
}

function speak(session: SessionRecord, locale: Locale, sessions: Pick<SessionStore, 'update'>): void {
  if (session.locale !== locale) sessions.update(session.id, { locale, atMs: session.state.updatedAtMs });
}
