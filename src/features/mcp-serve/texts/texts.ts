import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What people read about tasks that other agents give. A text that is missing in one language is a type error. */
export type McpServeTexts = typeof english;

export const mcpServeTexts = inLanguage<McpServeTexts>({ en: () => english, es: () => spanish });
