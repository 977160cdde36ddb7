/** The layer under the Noise messages: an intro, then frames of a three-byte length and the data. */

const INTRO = Buffer.from('57410603', 'hex');
const ROUTING = Buffer.from('ED');
const ROUTING_HEADER_BYTES = 7;
const LENGTH_BYTES = 3;

/** What the handshake hashes before the first key: the intro alone, never the routing information before it. */
export const PROLOGUE = INTRO;

export type FrameReader = {
  /** @returns whole frames, in order; the rest waits for more bytes. @throws Error for a wrong intro */
  push(bytes: Uint8Array): readonly Buffer[];
};

export function createFrameReader(): FrameReader {
  let rest: Buffer = Buffer.alloc(0);
  let introduced = false;
  return {
    push(bytes) {
      rest = Buffer.concat([rest, bytes]);
      if (!introduced) {
        const start = introEnd(rest);
        if (start === undefined) return [];
        introduced = true;
        rest = rest.subarray(start);
      }
      const frames: Buffer[] = [];
      for (let end = frameEnd(rest); end !== undefined; end = frameEnd(rest)) {
        frames.push(rest.subarray(LENGTH_BYTES, end));
        rest = rest.subarray(end);
      }
      return frames;
    },
  };
}

export function frame(data: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUIntBE(data.length, 0, LENGTH_BYTES);
  return Buffer.concat([length, data]);
}

function introEnd(bytes: Buffer): number | undefined {
  if (bytes.length < ROUTING.length) return undefined;
  const routed = bytes.subarray(0, ROUTING.length).equals(ROUTING);
  if (routed && bytes.length < ROUTING_HEADER_BYTES) return undefined;
  const start = routed ? ROUTING_HEADER_BYTES + bytes.readUIntBE(4, 3) : 0;
  const end = start + INTRO.length;
  if (bytes.length < end) return undefined;
  if (!bytes.subarray(start, end).equals(INTRO)) {
    throw new Error(`the client began with ${bytes.subarray(start, end).toString('hex')}`);
  }
  return end;
}

function frameEnd(bytes: Buffer): number | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const end = LENGTH_BYTES + bytes.readUIntBE(0, LENGTH_BYTES);
  return bytes.length < end ? undefined : end;
}
