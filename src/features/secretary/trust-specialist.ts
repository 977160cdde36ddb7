import { trustedKindOf } from '../../claude-files/trusted-kind.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { TrustedFile } from '../../contracts/grants.ts';
import type { Specialist } from '../../contracts/specialists.ts';
import type { Store } from '../../contracts/store.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { wasShown } from '../../gateway/people/trust-step.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { SecretaryAction } from './routings.ts';
import type { SecretaryPorts } from './secretary-worker.ts';
import { secretaryTexts } from './texts/texts.ts';

interface TrustParts {
  readonly store: Pick<Store, 'trust'>;
  readonly ports: Pick<SecretaryPorts, 'agents'>;
}

/** Looks for the file, stores the decision, and replies. Repeating it has the same result. */
export async function trustSpecialist(
  { path: workspace, agent, answer }: Extract<SecretaryAction, { kind: 'secretary.trust' }>,
  context: Pick<CommandContext, 'texts' | 'sender' | 'nowMs'>,
  { store, ports }: TrustParts,
): Promise<string> {
  const secretary = secretaryTexts(context.texts).finding;
  const routing = secretaryTexts(context.texts).chat;
  if (answer === 'off') return revokeTrust(workspace, agent, { store, texts: context.texts });
  const all = await ports.agents(workspace);
  const [found, ...others] = findByReference(all, agent, ({ reference }) => reference);
  if (found === undefined) return secretary.notThere;
  if (others.length > 0)
    return secretary.ambiguous([found, ...others].map(({ reference }) => reference).join(', '));
  const { reference } = found;
  const name = escapeHidden(reference);
  if (found.origin !== 'project' && found.origin !== 'plugin') return routing.trust.yours(name);
  const file = trustedSpecialistFile(found, workspace, context);
  if (answer === 'yes') return acceptFile(file, context, store);
  store.trust.show(file);
  return routing.trust.ask(name, escapeHidden(found.file), toolsOf(found, context.texts));
}

/** Its file as it is now, as this person sees it. */
export function trustedSpecialistFile(
  { reference, file, hash }: Pick<Specialist, 'reference' | 'file' | 'hash'>,
  workspace: string,
  { sender, nowMs }: Pick<CommandContext, 'sender' | 'nowMs'>,
): TrustedFile {
  return { workspace, name: reference, path: file, hash, person: sender, atMs: nowMs };
}

/**
 * Finds it by its whole reference, else by the name after the colon: people who type on a phone write no more than is
 * needed.
 */
function findByReference<One>(
  all: readonly One[],
  typed: string,
  referenceOf: (one: One) => string,
): readonly One[] {
  const wanted = typed.toLowerCase();
  const whole = all.filter((one) => referenceOf(one).toLowerCase() === wanted);
  if (whole.length > 0) return whole;
  return all.filter((one) => referenceOf(one).toLowerCase().endsWith(`:${wanted}`));
}

function revokeTrust(
  workspace: string,
  agent: string,
  { store: { trust }, texts }: Pick<TrustParts, 'store'> & { readonly texts: Texts },
): string {
  const { finding, chat } = secretaryTexts(texts);
  const accepted = trust.list(workspace).filter(({ path }) => trustedKindOf(path) === 'specialist');
  const [file, ...others] = findByReference(accepted, agent, ({ name }) => name);
  if (file === undefined) return chat.trust.notAccepted(escapeHidden(agent));
  if (others.length > 0) return finding.ambiguous([file, ...others].map(({ name }) => name).join(', '));
  trust.revoke(workspace, file.name);
  return texts.trust.specialistTakenBack(escapeHidden(file.name));
}

/** Only exactly the file that this person was shown, not long ago. */
function acceptFile(
  file: TrustedFile,
  { texts }: Pick<CommandContext, 'texts'>,
  { trust }: TrustParts['store'],
): string {
  const words = secretaryTexts(texts).chat.trust;
  const isMeant = wasShown(file, trust);
  if (isMeant) trust.accept(file);
  return isMeant ? words.accepted(file.name) : words.showFirst(file.name);
}

function toolsOf({ grants }: Specialist, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  const routing = secretaryTexts(texts).chat;
  if (grants === undefined) return routing.trust.all;
  return grants.tools.join(', ') || secretary.noTools;
}
