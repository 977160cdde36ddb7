/** 20 ms of silence as one Opus packet: a mono full-band CELT frame. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const SAMPLES_PER_PACKET = 960;
const PACKETS_PER_PAGE = 50;
const PRE_SKIP = 312;
const FIRST = 2;
const LAST = 4;

/** A recording of silence that lasts so many seconds: one Opus stream in valid pages of Ogg, one for each second. */
export function opusOf(seconds: number, { serial = 7 }: { readonly serial?: number } = {}): Buffer {
  const packets = Math.round(seconds * PACKETS_PER_PAGE);
  const pages = Math.ceil(packets / PACKETS_PER_PAGE);
  const sound = Array.from({ length: pages }, (_, at) => {
    const until = Math.min(packets, (at + 1) * PACKETS_PER_PAGE);
    return oggPage({
      serial,
      sequence: at + 2,
      flags: at === pages - 1 ? LAST : 0,
      position: BigInt(PRE_SKIP + until * SAMPLES_PER_PACKET),
      packets: Array.from({ length: until - at * PACKETS_PER_PAGE }, () => SILENCE),
    });
  });
  return Buffer.concat([
    oggPage({ serial, sequence: 0, flags: FIRST, position: 0n, packets: [opusHead()] }),
    oggPage({ serial, sequence: 1, flags: 0, position: 0n, packets: [opusTags()] }),
    ...sound,
  ]);
}

export interface OggPageParts {
  readonly serial: number;
  readonly sequence: number;
  readonly flags: number;
  readonly position: bigint;
  /** Each shorter than 255 bytes. */
  readonly packets: readonly Buffer[];
}

export function oggPage({ serial, sequence, flags, position, packets }: OggPageParts): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS', 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(position, 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(packets.length, 26);
  const page = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

function opusHead(): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

function opusTags(): Buffer {
  const vendor = Buffer.from('wasap tests');
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags', 'latin1');
  tags.writeUInt32LE(vendor.length, 8);
  vendor.copy(tags, 12);
  return tags;
}

/** The CRC-32 of Ogg: the polynomial of Ethernet, not reflected, from 0. */
function checksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
