import { join } from 'node:path';
import type { LinkParts } from '../../app.ts';
import type { LinkState } from '../../channels/whatsapp/link-state.ts';
import type { LinkRequest } from '../../channels/whatsapp/relinkable.ts';
import type { WhatsAppChannel, WhatsAppParts } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { PeopleStore } from '../../contracts/access.ts';
import { systemClock } from '../../core/clock.ts';
import { isProgramAlive } from '../../gateway/maintenance/instances.ts';
import { type AccessCheck, createAccessCheck } from '../../gateway/people/access.ts';
import { hostPrograms } from '../../processes/process-table.ts';
import type { Settings } from '../../settings/settings.ts';

/** Creates channels of this data folder's device, not started. One at a time: each takes the device for itself. */
export async function whatsappChannels(
  settings: Settings,
  { store, log, packageRoot, maskWords }: Pick<LinkParts, 'store' | 'log'> & Partial<LinkParts>,
  onState: (state: LinkState) => void,
): Promise<(request: LinkRequest) => WhatsAppChannel> {
  const { createWhatsAppChannel } = await import('../../channels/whatsapp/whatsapp.ts');
  const programs = hostPrograms();
  const looking = { store, programs, clock: systemClock };
  const self = await programs.self();
  const isListed = createListedCheck(
    createAccessCheck(settings.access.list, store.people, store.outsideAgents),
  );
  return ({ pairingPhone, fresh }) =>
    createWhatsAppChannel({
      store: store.whatsapp(),
      pairingPhone,
      fresh,
      settings: settings.whatsapp,
      pacing: settings.whatsapp.pacing,
      editIntervalMs: settings.whatsapp.editIntervalMs,
      lease: { self, isAlive: (holder) => isProgramAlive(holder, looking) },
      clock: systemClock,
      log,
      random: Math.random,
      drawDiff: drawerIn(packageRoot),
      // Linking a device reads no messages.
      maskWords: maskWords ?? ((words) => words),
      isListed,
      isStranger: strangersAt(isListed, store.people),
      onState,
    });
}

/** Drawing is loaded at the first diff. Linking a device shows none. */
function drawerIn(packageRoot: string | undefined): WhatsAppParts['drawDiff'] {
  return async (body) => {
    if (packageRoot === undefined) return [];
    const folder = join(packageRoot, 'dist', 'pictures');
    if (body.kind === 'drawing') {
      const { renderSvg } = await import('../../pictures/render-diff.ts');
      return [{ png: await renderSvg(body.svg, folder), path: '', page: 1, pages: 1 }];
    }
    const { renderDiff } = await import('../../pictures/render-diff.ts');
    const { diff, locale } = body;
    return (await renderDiff(diff, { locale, folder })).pictures;
  };
}

function createListedCheck(accessCheck: AccessCheck): WhatsAppParts['isListed'] {
  return ({ sender, chat, inGroup }) => {
    // Only its content shows whether it is meant for the program.
    const group = inGroup ? { group: { addressed: true } } : {};
    return accessCheck({ sender, chat, ...group }, { localOwner: false }).kind === 'admitted';
  };
}

/** During an open invitation a new person may be about to send its code. */
function strangersAt(
  isListed: WhatsAppParts['isListed'],
  people: Pick<PeopleStore, 'openInvitation'>,
): WhatsAppParts['isStranger'] {
  return (author) => {
    if (isListed(author)) return false;
    const invitation = people.openInvitation();
    return invitation === undefined || invitation.expiresAtMs <= systemClock.nowMs();
  };
}
