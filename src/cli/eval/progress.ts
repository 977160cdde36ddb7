import { systemClock } from '../../core/clock.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { type EvalEntry, timeText } from './report.ts';
import type { EvalTexts } from './texts/texts.ts';

export interface EvalProgress {
  /** The attempt `number` of all begins; call the returned function with each round. */
  begin(number: number, name: string): (round: number) => void;
  end(entry: EvalEntry): void;
}

const ERASE_LINE = '\r\u001b[K';

/** One line for each attempt; on a terminal it is updated while the attempt runs. */
export function createProgress(
  output: NodeJS.WritableStream,
  all: number,
  { progress: words, results }: EvalTexts,
): EvalProgress {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  let place = '';
  return {
    begin(number, name) {
      place = `[${number}/${all}] ${name}`;
      const startedUpMs = systemClock.upMs();
      const show = (round: number): void => {
        if (!isTerminal) return;
        const time = formatDuration(systemClock.upMs() - startedUpMs);
        output.write(`${ERASE_LINE}${place}: ${round === 0 ? words.begins : words.round(round)}, ${time}`);
      };
      show(0);
      return show;
    },
    end({ result, measured, durationMs }) {
      const facts = [
        results[result.kind],
        ...(measured ? [words.rounds(measured.rounds), timeText(durationMs)] : []),
      ];
      output.write(`${isTerminal ? ERASE_LINE : ''}${place}: ${facts.join(', ')}\n`);
    },
  };
}
