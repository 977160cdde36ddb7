import { faultsOf } from '../../../core/texts/faults.ts';
import { inLanguage } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about MCP servers. A text that is missing in one language is a type error. */
export type McpTexts = typeof english;

export const mcpTexts = inLanguage<McpTexts>({ en: () => english, es: () => spanish });

/** What goes wrong with an MCP server. */
export const mcpFault = faultsOf({ en: () => englishFaults, es: () => spanishFaults });
