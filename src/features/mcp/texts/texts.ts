import { faultsOf } from '../../../core/texts/faults.ts';
import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about MCP servers. A text that is missing in one language is a type error. */
export type McpTexts = typeof english;

/** In the language of these texts. */
export function mcpTexts(texts: Texts): McpTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}

/** What goes wrong with an MCP server. */
export const mcpFault = faultsOf((locale) => (locale === 'es' ? spanishFaults : englishFaults));
