import type { NamedSpecialist, Specialist } from '../../../contracts/specialists.ts';
import { withoutMarks } from '../../../core/text.ts';
import type { Option } from './recommend.ts';
import { type AskedRecommendation, labelsOf } from './recommendation-text.ts';
import type { Workflow } from './routing.ts';

export type RoutingChoice<One extends NamedSpecialist = Specialist> =
  | { readonly kind: 'delegate'; readonly specialist: One }
  | { readonly kind: 'workflow'; readonly workflow: Workflow }
  | { readonly kind: 'cancel' }
  /** Several have this name; these are their references. */
  | { readonly kind: 'ambiguous'; readonly references: readonly string[] }
  /**
   * A word that is no specialist's name; with `isSure` written like a name: `use x`, or with a hyphen or a colon.
   */
  | { readonly kind: 'unknown'; readonly name: string; readonly isSure: boolean }
  /** Something else. */
  | { readonly kind: 'unread' };

const YES = /^(?:accept|aceptar|acepto|yes|si|ok|okay|vale|dale)$/;
const NO = /^(?:cancel|cancelar|cancela|no)$/;
const USE = /^(?:use|usar|usa|accept|aceptar|acepto)\s+/;
const REFERENCE = /^(?:[a-z0-9][a-z0-9._-]{0,63}:)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * A person's answer: an option by its words in either language, by its number, or the name of any specialist. An
 * ambiguous name leads to another question: nothing is guessed.
 */
export function readChoice<One extends NamedSpecialist = Specialist>(
  text: string,
  asked: AskedRecommendation<One>,
  agents: readonly One[],
): RoutingChoice<One> {
  const said = normalizeWords(text);
  const { options } = asked.recommendation;
  const labelled = options.find((option) =>
    labelsOf(option, asked).some((label) => normalizeWords(label) === said),
  );
  const option = labelled ?? options[Number(/^[1-9]$/.exec(said)?.[0] ?? Number.NaN) - 1];
  if (option !== undefined) return choiceOf(option);
  if (NO.test(said)) return { kind: 'cancel' };
  const [first] = options;
  if (YES.test(said))
    return first === undefined || first.kind === 'use' ? { kind: 'unread' } : choiceOf(first);
  const name = said.replace(USE, '');
  return choiceByName({ name, isSure: name !== said || /[-:]/.test(name) }, agents);
}

function choiceOf<One extends NamedSpecialist>(option: Option<One>): RoutingChoice<One> {
  switch (option.kind) {
    case 'accept':
    case 'use':
      return { kind: 'delegate', specialist: option.candidate.specialist };
    case 'workflow':
    case 'cancel':
      return option;
  }
}

interface NamedChoice {
  /** In small letters. */
  readonly name: string;
  readonly isSure: boolean;
}

function choiceByName<One extends NamedSpecialist>(
  { name, isSure }: NamedChoice,
  agents: readonly One[],
): RoutingChoice<One> {
  if (!REFERENCE.test(name)) return { kind: 'unread' };
  const meant = agents.filter((agent) => agent.reference.toLowerCase() === name || agent.name === name);
  const [specialist] = meant;
  if (specialist === undefined) return { kind: 'unknown', name, isSure };
  return meant.length === 1
    ? { kind: 'delegate', specialist }
    : { kind: 'ambiguous', references: meant.map(({ reference }) => reference) };
}

function normalizeWords(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
}
