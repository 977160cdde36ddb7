import type { Texts } from '../../core/texts/texts.ts';
import { shellTexts } from '../../web-server/texts/texts.ts';
import { outsideName } from './outside-agent.ts';

/** A person as pages name them: by their number, another agent by its name, and whoever sits at the machine by that. */
export function personName(sender: string, texts: Texts): string {
  if (/^\d+$/.test(sender)) return `+${sender}`;
  return outsideName(sender) ?? shellTexts(texts).atMachine;
}
