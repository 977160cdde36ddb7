/** What the server has seen, for tests to look at. Times are milliseconds since 1970. */

export type Connected = {
  readonly at: number;
  readonly as: 'new' | 'registered';
  readonly connection: number;
};
export type Closed = { readonly at: number; readonly connection: number };
export type Asked = { readonly at: number; readonly query: string };
export type Typed = {
  readonly at: number;
  readonly to: string;
  readonly state: 'composing' | 'paused' | 'recording';
};
export type Present = { readonly at: number; readonly type: string; readonly name: string | undefined };
export type Receipted = {
  readonly at: number;
  readonly id: string;
  /** The chat; for a message of the own phone undefined. */
  readonly to: string | undefined;
  readonly participant: string | undefined;
  readonly type: string;
};
export type Acked = {
  readonly at: number;
  readonly class: string;
  readonly id: string;
  readonly error: string | undefined;
};
export type SentByClient = {
  readonly at: number;
  readonly id: string;
  readonly to: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What the server answered: an acknowledgement, one with an error, or nothing. */
  readonly answer: 'ack' | 'withheld' | number;
};

/** Something that a person's device could not read, and asked for again. */
export type Unreadable = {
  readonly at: number;
  readonly id: string;
  readonly by: string;
  readonly reason: string;
};

export type ServerEvents = {
  /** Logins that were accepted, and sockets that came to be paired. */
  readonly connects: Connected[];
  readonly closes: Closed[];
  /** Upgrades that were refused with a status. */
  readonly refused: { readonly at: number; readonly status: number }[];
  /** Queries as `xmlns type child`. */
  readonly iqs: Asked[];
  readonly typing: Typed[];
  readonly presence: Present[];
  /** One per message id; `type` is `delivered` when the receipt has none. */
  readonly receipts: Receipted[];
  readonly acks: Acked[];
  readonly messages: SentByClient[];
  readonly unreadable: Unreadable[];
};

export function createEvents(): ServerEvents {
  return {
    connects: [],
    closes: [],
    refused: [],
    iqs: [],
    typing: [],
    presence: [],
    receipts: [],
    acks: [],
    messages: [],
    unreadable: [],
  };
}
