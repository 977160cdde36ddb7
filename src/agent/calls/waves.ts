/** How many read-only calls may run at the same time. */
const MAX_TOGETHER = 8;

/**
 * Splits the calls of one reply, in their order, into waves: neighbouring reads run together, anything else alone.
 * `[read, read, edit, read, read]` makes three waves.
 */
export function wavesOf<Call>(
  calls: readonly Call[],
  isRead: (call: Call) => boolean,
): readonly (readonly Call[])[] {
  const waves: Call[][] = [];
  let open: Call[] | undefined;
  for (const call of calls) {
    if (!isRead(call)) {
      waves.push([call]);
      open = undefined;
    } else if (open !== undefined && open.length < MAX_TOGETHER) {
      open.push(call);
    } else {
      open = [call];
      waves.push(open);
    }
  }
  return waves;
}
