import { type PhraseOptions, readPhrase } from './phrases/read-phrase.ts';

/** What stands behind `/cron add`: when, and what then. */
export type ParsedCronCommand =
  /** `schedule` as `readSchedule` takes it; whether it is one is not looked at. */
  | { readonly kind: 'exact'; readonly schedule: string; readonly message: string }
  /** Common words, read by fixed tables: a person has to confirm that they were read right. */
  | { readonly kind: 'words'; readonly schedule: string; readonly message: string }
  /** A cron expression without quotes, whose end is unclear. */
  | { readonly kind: 'unclear' }
  /** Only a reader that understands language, such as the model, can read it. */
  | { readonly kind: 'unread' };

/** Phones type curly quotes, and open and close them as they like. */
const MARKS = '"\'`\u2018-\u201f\u00ab\u00bb';
const QUOTED = new RegExp(`^[${MARKS}]+([^${MARKS}]*)[${MARKS}]+(?:\\s+|$)`);
/** People who put the schedule in quotes may do so with the command as well. */
const QUOTED_COMMAND = new RegExp(`^[${MARKS}]+\\s*(/[^${MARKS}]*)[${MARKS}]+$`);
/** Keyboards and word processors make one of these of a dash. */
const DASHES = /[\u2010-\u2015\u2212]/g;

const UNITS = 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?';
const COMPOUND = new RegExp(`^every\\s+(?:\\d{1,9} ?(?:${UNITS})(?=[\\s\\d]|$)\\s*){2,}`, 'i');
const DATE_TIME =
  /^(?:at\s+)?(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d?)(:\d\d(?::\d\d)?)\s?(Z|[+-]\d\d:?\d\d)?[,;:]?(?=\s|$)/i;
const DATE = /^(?:at\s+)?\d{4}-\d\d?-\d\d?\S*/i;
const SHORTHAND = /^@\w+(?=\s|$)/;
const NAMES = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat';
const FIELD = new RegExp(`^(?:[\\d*?]|L|LW|${NAMES})(?:[\\d*,/#?LW-]|${NAMES})*$`, 'i');
/** More of the field before it, when a space slipped in: `1 -5`, `1 - 5`, `1 ,3`. */
const REST_OF_FIELD = /^[-,/]\s*\d/;

/** Reads what was typed; decides nothing about limits. */
export function parseCronCommand(text: string, options: PhraseOptions): ParsedCronCommand {
  const parsed = parseTyped(text.trim(), options);
  if (parsed.kind === 'unclear' || parsed.kind === 'unread') return parsed;
  const { kind, schedule, message } = parsed;
  const command = QUOTED_COMMAND.exec(message)?.[1]?.trim();
  return { kind, schedule: withDashes(schedule), message: command ?? message };
}

function parseTyped(typed: string, options: PhraseOptions): ParsedCronCommand {
  const [marked, inside] = QUOTED.exec(typed) ?? [];
  if (marked !== undefined && inside !== undefined)
    return parseQuoted(inside.trim(), typed.slice(marked.length).trim(), options);
  return parseExact(typed) ?? parsePhrase(typed, options) ?? { kind: 'unread' };
}

function parseQuoted(inside: string, message: string, options: PhraseOptions): ParsedCronCommand {
  const phrase = readPhrase(inside, options);
  if (phrase === undefined || phrase.rest !== '') return { kind: 'exact', schedule: inside, message };
  return { kind: phrase.isInterpreted ? 'words' : 'exact', schedule: phrase.schedule, message };
}

function parsePhrase(typed: string, options: PhraseOptions): ParsedCronCommand | undefined {
  const phrase = readPhrase(typed, options);
  if (phrase === undefined) return undefined;
  const { schedule, rest, isInterpreted } = phrase;
  return { kind: isInterpreted ? 'words' : 'exact', schedule, message: rest };
}

function parseExact(typed: string): ParsedCronCommand | undefined {
  const [moment, date = '', hour = '', rest = '', offset = ''] = DATE_TIME.exec(typed) ?? [];
  if (moment !== undefined) {
    const schedule = `at ${date}T${hour.padStart(2, '0')}${rest}${offset}`;
    return { kind: 'exact', schedule, message: typed.slice(moment.length).trim() };
  }
  const begun = COMPOUND.exec(typed) ?? SHORTHAND.exec(typed) ?? DATE.exec(typed);
  return begun === null ? parseFields(typed) : splitExact(typed, begun[0].length);
}

function splitExact(typed: string, length: number): ParsedCronCommand & { readonly kind: 'exact' } {
  return { kind: 'exact', schedule: typed.slice(0, length).trim(), message: typed.slice(length).trim() };
}

/** A cron expression without quotes: its five fields, as long as no sixth word looks like one. */
function parseFields(typed: string): ParsedCronCommand | undefined {
  const words = [...typed.matchAll(/\S+/g)];
  const end = words.findIndex(([word]) => !FIELD.test(withDashes(word)));
  const fields = end === -1 ? words : words.slice(0, end);
  const last = fields.at(-1);
  if (last === undefined || fields.length < 3 || !fields.some(([field]) => field.includes('*')))
    return undefined;
  const parsed = splitExact(typed, last.index + last[0].length);
  return fields.length > 5 || REST_OF_FIELD.test(withDashes(parsed.message)) ? { kind: 'unclear' } : parsed;
}

function withDashes(text: string): string {
  return text.replaceAll(DASHES, '-');
}
