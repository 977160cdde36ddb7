import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import { isLoopbackHost } from '../../web-server/listen-address.ts';
import type { PairingPort } from './pairing.ts';
import { type AddressStore, linkTo, type ServedAddress } from './rows/address-store.ts';
import { webConsoleTexts } from './texts/texts.ts';
import type { VisitStore } from './visit-store.ts';

export type WebConsoleAction =
  /** Gives the sender a one-time link. */
  | { readonly kind: 'web-console.link' }
  /** Signs out every browser. */
  | { readonly kind: 'web-console.off' }
  /** Asks for a code that is typed on the phone with this number, in digits; without one, for a code to scan. */
  | { readonly kind: 'web-console.pair'; readonly phone: string | undefined };

export interface WebConsoleActionParts {
  readonly visits: Pick<VisitStore, 'invite' | 'endAll'>;
  readonly addresses: Pick<AddressStore, 'all'>;
  /** Undefined when this program serves no console, which shows the code. */
  readonly pairing: Pick<PairingPort, 'askForCode'> | undefined;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function webConsoleActions({
  visits,
  addresses,
  pairing,
  instance,
  clock,
}: WebConsoleActionParts): HandlersOf<WebConsoleAction> {
  return {
    'web-console.link': {
      grants: () => false,
      refusal: (action, context) => ownersOnly(action, context) ?? groupRefusal(context),
      async perform(_action, { context: { sender, texts } }) {
        const { chat } = webConsoleTexts(texts);
        const served = addresses.all().find((one) => one.instance === instance);
        if (served === undefined) return [{ kind: 'reply', text: chat.notServed }];
        const link = chat.link(linkTo(served.address, visits.invite(sender, clock.nowMs())));
        return [{ kind: 'reply', text: opensThere(served, sender) ? link : `${link}\n${chat.onlyHere}` }];
      },
    },
    'web-console.off': {
      grants: () => false,
      refusal: ownersOnly,
      async perform(_action, { context: { sender, texts } }) {
        return [{ kind: 'reply', text: webConsoleTexts(texts).chat.off(String(visits.endAll(sender))) }];
      },
    },
    'web-console.pair': {
      // The QR code on the same page asks for no code either.
      grants: () => false,
      refusal: ownersOnly,
      async perform({ phone }, { context: { texts } }) {
        const { chat } = webConsoleTexts(texts);
        if (pairing === undefined) return [{ kind: 'reply', text: chat.notServed }];
        const asked = await pairing.askForCode(phone);
        // The code itself is the answer: on the first page of the console, and in the terminal.
        return asked === 'asked' ? [] : [{ kind: 'reply', text: chat.noCode[asked] }];
      },
    },
  };
}

/** A person with a number may be anywhere; an address of this machine opens on no other one. */
function opensThere({ address }: ServedAddress, sender: string): boolean {
  return isAtMachine(sender) || !isLoopbackHost(new URL(address).hostname);
}

/** Every member of the group could open it. */
function groupRefusal({ isGroup, texts }: CommandContext): string | undefined {
  return isGroup ? webConsoleTexts(texts).chat.notInGroup : undefined;
}
