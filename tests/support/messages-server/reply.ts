/** Replies of the scripted model as plain data: what a builder returns survives `JSON.stringify` unchanged. */

type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded';

/** Token counts under the names the API gives them. */
export type Usage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number;
    readonly ephemeral_1h_input_tokens: number;
  };
};

export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | ToolUseReply
  /** A call whose input is sent exactly as written, valid JSON or not. */
  | { readonly type: 'raw_tool_use'; readonly name: string; readonly json: string; readonly id?: string };

export type ToolUseReply = {
  readonly type: 'tool_use';
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly id?: string;
};

/**
 * How far a broken stream gets. `before-headers`: no answer at all. `mid-tool-json`: half of the first call's input
 * is out. `tool-call`: the first call is complete, the stop reason is still to come. `stop-reason`: only
 * `message_stop` is missing.
 */
export type BreakPoint =
  | 'before-headers'
  | 'headers'
  | 'first-text'
  | 'mid-tool-json'
  | 'tool-call'
  | 'stop-reason';

export type ErrorInfo = { readonly type: string; readonly message: string };

export type Break =
  /** The socket is destroyed. */
  | { readonly how: 'cut'; readonly after: BreakPoint }
  /** The body ends in an orderly way, as from a proxy that gave up; the message is incomplete. */
  | { readonly how: 'end'; readonly after: BreakPoint }
  /** The connection stays open and silent until the client leaves or the server closes. */
  | { readonly how: 'stall'; readonly after: BreakPoint; readonly pingEveryMs?: number }
  /** An `error` event, then the end of the body. */
  | { readonly how: 'error-event'; readonly after: BreakPoint; readonly error: ErrorInfo };

export type MessageOptions = {
  /** Default: `tool_use` when a block is a call, else `end_turn`. */
  readonly stopReason?: StopReason;
  readonly stopDetails?: Readonly<Record<string, unknown>>;
  readonly usage?: Partial<Usage>;
  /** Wait before the first byte of the answer. */
  readonly delayMs?: number;
};

export type MessageReply = MessageOptions & {
  readonly kind: 'message';
  readonly blocks: readonly ReplyBlock[];
  readonly breaks?: Break;
};

export type ErrorReply = {
  readonly kind: 'error';
  readonly status: number;
  readonly error: ErrorInfo;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
};

export type Reply = MessageReply | ErrorReply;
