import type { SkippedSpecialistFile } from '../../../contracts/specialists.ts';
import { unreachable } from '../../../core/failure.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { secretaryTexts } from '../texts/texts.ts';

/** Errors as data: names and words are those of the secretary's specification. */
type SecretaryError = NoAgentsError | NoMatchResult | DelegationError;

export interface NoAgentsError {
  readonly type: 'NO_AGENTS';
  readonly message: 'No agents found. Install plugins with agents first.';
  readonly suggestion: 'Run /plugin install <plugin-name>';
}

export interface NoMatchResult {
  readonly type: 'NO_MATCH';
  readonly message: 'No suitable agent found for your request.';
  readonly suggestions: readonly [
    'Describe your task more specifically',
    'Use /secretary help to see available options',
  ];
}

interface DelegationError {
  readonly type: 'DELEGATION_FAILED';
  readonly agent: string;
  readonly error: string;
  readonly options: readonly ['Retry', 'Choose different agent', 'Cancel'];
}

export const NO_AGENTS: NoAgentsError = {
  type: 'NO_AGENTS',
  message: 'No agents found. Install plugins with agents first.',
  suggestion: 'Run /plugin install <plugin-name>',
};

export const NO_MATCH: NoMatchResult = {
  type: 'NO_MATCH',
  message: 'No suitable agent found for your request.',
  suggestions: ['Describe your task more specifically', 'Use /secretary help to see available options'],
};

/** @param error a sentence */
export function delegationFailed(agent: string, error: string): DelegationError {
  return {
    type: 'DELEGATION_FAILED',
    agent,
    error,
    options: ['Retry', 'Choose different agent', 'Cancel'],
  };
}

/** The same for a person: what happened, and what they can do. */
export function errorText(error: SecretaryError, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  switch (error.type) {
    case 'NO_AGENTS':
      return secretary.errors.noAgents;
    case 'NO_MATCH':
      return secretary.errors.noMatch;
    case 'DELEGATION_FAILED':
      return secretary.errors.delegationFailed(escapeHidden(error.agent), error.error);
    default:
      return unreachable(error);
  }
}

/** A skipped file, as data: the secretary's specification has the names. */
interface ParseError {
  readonly type: 'PARSE_ERROR';
  readonly file: string;
  readonly message: string;
  readonly action: 'skip';
}

export function parseErrorOf(skipped: SkippedSpecialistFile): ParseError {
  const file = escapeHidden(skipped.file);
  return { type: 'PARSE_ERROR', file, message: skipText(skipped, texts('en')), action: 'skip' };
}

/** Why it is skipped, for a person. */
export function skipText({ why, detail }: SkippedSpecialistFile, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  return secretary.skip[why](escapeHidden(detail));
}
