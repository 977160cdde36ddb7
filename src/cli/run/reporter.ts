import type { RunEvent } from '../../contracts/run-events.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { mapStrings } from '../../core/json.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { escapeHiddenInLines } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { writeComplaint } from '../complain.ts';
import { questionLine, type RunLine, runLine, startedLine } from './events.ts';

/** Tells a script what happens: on the standard output the task, on the error output the program about itself. */
export interface Reporter {
  /** A message of the chat. */
  message(text: string): Promise<void>;
  started(session: SessionRecord, goOn: string): void;
  event(event: RunEvent): void;
  question(asked: ApprovalRecord, permission: string | undefined, answer: 'yes' | 'none'): void;
  /** `line` is for programs, `text` for people. */
  ended(line: RunLine, text: string | undefined): void;
}

type ReporterStreams = Pick<CliHost, 'output' | 'errors'>;

/** How much of a question is repeated, in UTF-16 code units. */
const MAX_QUESTION = 120;

export function textReporter({ output, errors }: ReporterStreams, { run: words }: Texts): Reporter {
  const note = (text: string): void => writeComplaint(errors, text);
  return {
    message: (text) => writeText(output, `${text}\n`),
    started: (_session, goOn) => note(words.started(goOn)),
    event: () => undefined,
    question({ question: { details, text: question } }, permission, answer) {
      const asked = titleLine(details === '' ? question : details, MAX_QUESTION);
      if (answer === 'yes') note(words.answered(permission ?? '--allow', asked));
    },
    ended: (_line, text) => (text === undefined ? undefined : note(text)),
  };
}

/** @param redact hides secrets: labels and questions hold what the model wrote */
export function jsonReporter(
  { output, errors }: ReporterStreams,
  redact: (text: string) => string,
): Reporter {
  const clean = (text: string): string => escapeHiddenInLines(redact(text));
  const write = (line: RunLine): Promise<void> =>
    writeText(output, `${JSON.stringify(mapStrings(line, clean))}\n`);
  return {
    message: (text) => write({ event: 'message', text }),
    started: (session) => void write(startedLine(session)),
    event(event) {
      const line = runLine(event);
      if (line !== undefined) void write(line);
    },
    question: (asked, permission, answer) => void write(questionLine(asked, permission, answer)),
    ended(line, text) {
      void write(line);
      if (text !== undefined) writeComplaint(errors, text);
    },
  };
}

/** Never rejects: the program ends in order when the reader has left. */
function writeText(output: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => resolve());
  });
}
