import { escapeHidden } from '../../policy/display.ts';
import { charactersOf, type Draft, insertText } from './draft.ts';

/** What Tab may offer. */
export interface CompletionSources {
  /** Names of chat commands and command files, without the slash. */
  commands(): Promise<readonly string[]>;
  tasks(): readonly { readonly number: number; readonly title: string }[];
  /** Names in this folder of the project, those of folders with a slash behind; empty when there is no such folder. */
  files(folder: string): Promise<readonly string[]>;
}

interface CompletionCandidate {
  /** Stands in place of the word. */
  readonly text: string;
  /** In a list of several. */
  readonly shown: string;
}

export interface Completion {
  readonly draft: Draft;
  /** What it could be, when the word is not decided yet. */
  readonly choices: readonly string[];
}

const MAX_CHOICES = 40;

/** A command at the beginning, `#2`, `@folder/file`; else nothing changes. */
export async function completeDraft(draft: Draft, sources: CompletionSources): Promise<Completion> {
  const before = draft.text.slice(0, draft.cursor);
  const { word, candidates } = await candidatesFor(before, sources);
  const [only, ...others] = candidates;
  if (only === undefined) return { draft, choices: [] };
  if (others.length === 0) {
    const gap = only.text.endsWith('/') ? '' : ' ';
    return { draft: insertText(draft, only.text.slice(word.length) + gap), choices: [] };
  }
  const common = commonBeginning(candidates.map(({ text }) => text));
  if (common.length > word.length)
    return { draft: insertText(draft, common.slice(word.length)), choices: [] };
  const shown = candidates.slice(0, MAX_CHOICES).map((one) => escapeHidden(one.shown));
  const more = candidates.length - shown.length;
  return { draft, choices: more > 0 ? [...shown, `… +${more}`] : shown };
}

interface CompletionCandidates {
  /** The typed part of it. */
  readonly word: string;
  readonly candidates: readonly CompletionCandidate[];
}

async function candidatesFor(before: string, sources: CompletionSources): Promise<CompletionCandidates> {
  const command = /^\/(\S*)$/.exec(before);
  if (command !== null) {
    const names = (await sources.commands()).filter((name) => name === escapeHidden(name));
    return candidatesBeginningWith(
      before,
      names.map((name) => ({ text: `/${name}`, shown: `/${name}` })),
    );
  }
  const task = /(?:^|\s)(#\d*)$/.exec(before)?.[1];
  if (task !== undefined) {
    const tasks = sources.tasks();
    return candidatesBeginningWith(
      task,
      tasks.map(({ number, title }) => ({ text: `#${number}`, shown: `#${number} ${title}` })),
    );
  }
  const file = /(?:^|\s)(@\S*)$/.exec(before)?.[1];
  if (file === undefined) return { word: '', candidates: [] };
  const folder = file.slice(1, file.lastIndexOf('/') + 1);
  const isHiddenMeant = file.slice(1 + folder.length).startsWith('.');
  const names = (await sources.files(folder)).filter(
    // A name with a blank could not be distinguished from the words behind it.
    (name) => !/\s/.test(name) && name === escapeHidden(name) && (isHiddenMeant || !name.startsWith('.')),
  );
  return candidatesBeginningWith(
    file,
    names.map((name) => ({ text: `@${folder}${name}`, shown: name })),
  );
}

function candidatesBeginningWith(word: string, all: readonly CompletionCandidate[]): CompletionCandidates {
  return { word, candidates: all.filter(({ text }) => text.startsWith(word)) };
}

function commonBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let common = '';
  for (const character of charactersOf(first)) {
    if (!others.every((text) => text.startsWith(common + character))) break;
    common += character;
  }
  return common;
}
