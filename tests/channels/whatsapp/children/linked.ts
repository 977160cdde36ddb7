/**
 * A program with nothing but the channel and the inbox: `linked.mjs <data folder> <url>`. Prints each code to scan and
 * each state on a line of its own.
 */
import path from 'node:path';
import { createWhatsAppChannel } from '../../../../src/channels/whatsapp/whatsapp.ts';
import { systemClock } from '../../../../src/core/clock.ts';
import type { InstanceId } from '../../../../src/core/ids.ts';
import { silentLog } from '../../../../src/core/log.ts';
import { hostProcesses } from '../../../../src/processes/process-table.ts';
import { openStore } from '../../../../src/store/open.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const store = openStore({ path: path.join(folder, 'wasap.db') });
const processes = hostProcesses();
const mark = (await processes.markOf(process.pid)) ?? '';
const channel = createWhatsAppChannel({
  store: store.whatsapp(),
  settings: { url, version: undefined, deviceName: 'wasap-agent' },
  pairingPhone: undefined,
  lease: { self: { pid: process.pid, mark }, isAlive: processes.isAlive },
  clock: systemClock,
  log: silentLog,
  random: () => 0,
  drawDiff: async () => [],
  maskWords: (words) => words,
  isStranger: () => false,
  isListed: () => true,
  onState: (state) =>
    console.log(JSON.stringify({ at: state.at, show: state.at === 'pairing' ? state.show : undefined })),
});
void channel.ended.then((end) => console.log(JSON.stringify(end)));
await channel.start({
  async receive(message) {
    const entry = { channel: 'whatsapp', message, instance: 'child' as InstanceId, atMs: Date.now() };
    store.inbox.accept(entry);
  },
  receiveGap: () => undefined,
  receiveUnreadable: async ({ id }) => console.log(JSON.stringify({ unreadable: id })),
  interrupt: () => undefined,
});
