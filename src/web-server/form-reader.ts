import type { Readable } from 'node:stream';

/**
 * Longest head of one part, in characters: a name of a file and two types. The parser silently cuts a head of ten times
 * that length; with so few lines in it, a cut head is still longer than this.
 */
const MAX_HEAD_LENGTH = 8 * 1024;
const MAX_HEAD_LINES = 16;

/** Thrown for a body that is no form. */
export class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
}

/** The head of a part. */
export interface PartHead {
  readonly name: string;
  /** As its sender named it; undefined when the part is a field. */
  readonly fileName: string | undefined;
  /** According to the sender; empty when it is not given. */
  readonly mimeType: string;
}

/** Takes the bytes of one part, to its end. */
export type TakePart = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

interface FormSource {
  readonly boundary: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Reads a form with files (RFC 7578) as it comes. Each head is handed to `begin` when it is read; the function that it
 * returns gets the bytes when the part before it is done. While they are not taken, nothing more is read. Everything
 * that was begun has ended when this does.
 * @throws BrokenForm, and whatever `begin`, its parts and `pieces` throw
 */
export async function readForm(
  { boundary, pieces }: FormSource,
  begin: (head: PartHead) => TakePart,
): Promise<void> {
  // `Busboy` of the same package is not used: it silently leaves out a part that is no field, and changes names.
  const { Dicer } = await import('@fastify/busboy');
  const dicer = new Dicer({ boundary, maxHeaderPairs: MAX_HEAD_LINES });
  const parts: Readable[] = [];
  let taken = Promise.resolve();
  let isInHead = false;
  let failure: unknown;
  let goOn = (): void => undefined;
  const fail = (error: unknown): void => {
    failure ??= error;
    goOn();
  };
  /**
   * Waits for a callback of the parser. When its parts are no longer taken, it never calls back: then a failure ends
   * the wait.
   */
  const called = (start: (back: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      goOn = () => (failure === undefined ? resolve() : reject(failure));
      if (failure === undefined) start(goOn);
      else goOn();
    });

  dicer.on('error', () => fail(new BrokenForm('it does not end')));
  dicer.on('part', (part) => {
    if (isInHead) fail(new BrokenForm('a head does not end'));
    isInHead = true;
    parts.push(part);
    // The form emits the same error.
    part.on('error', () => undefined);
    part.on('header', (header) => {
      isInHead = false;
      try {
        const take = begin(headIn(header as Header));
        taken = taken.then(() => take(part));
        taken.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  });
  try {
    for await (const piece of pieces) await called((back) => dicer.write(piece, back));
    await called((back) => dicer.on('close', back).end());
    if (isInHead) throw new BrokenForm('a head does not end');
  } catch (error) {
    for (const part of parts) part.destroy();
    await taken.catch(() => undefined);
    throw error;
  }
  await taken;
}

/** Header values as the parser has them: each byte is a character. */
type Header = Readonly<Record<string, readonly string[]>>;

function headIn(header: Header): PartHead {
  const length = Object.entries(header)
    .flatMap(([name, values]) => values.map((value) => name + value))
    .join('').length;
  if (length > MAX_HEAD_LENGTH) throw new BrokenForm('a head is too long');
  const textOf = (name: string): string =>
    Buffer.from(header[name]?.[0] ?? '', 'latin1')
      .toString('utf8')
      .trim();
  const disposition = textOf('content-disposition');
  const name = parameterOf(disposition, 'name');
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw new BrokenForm('a part has no name');
  return { name, fileName: parameterOf(disposition, 'filename'), mimeType: textOf('content-type') };
}

/** Browsers write a quote and line ends within it as `%22`, `%0D` and `%0A`, and nothing else. */
function parameterOf(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition) ?? [];
  return value?.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}
