import type { Texts } from '../../core/texts/texts.ts';
import { shellTexts } from '../../web-server/texts/texts.ts';
import { outsideName } from './outside-agent.ts';

/** The name of a person on pages: their number, the name of another agent, or a word for the person at the machine. */
export function personName(sender: string, texts: Texts): string {
  if (/^\d+$/.test(sender)) return `+${sender}`;
  return outsideName(sender) ?? shellTexts(texts).atMachine;
}
