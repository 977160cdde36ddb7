import { inlineCode } from '../../core/text.ts';
import { entryOf, type Texts } from '../../core/texts/texts.ts';
import { kindOfGrant, subjectOfGrant } from '../../policy/standing-grants.ts';

/** What a grant by name covers, in words: `pages of example.org`. */
export function grantName(name: string, { grants: { about, names } }: Texts): string {
  const kind = kindOfGrant(name);
  if (kind === 'mcp' || kind === 'web') return about[kind](inlineCode(subjectOfGrant(name)));
  return entryOf(names, kind) ?? name;
}
