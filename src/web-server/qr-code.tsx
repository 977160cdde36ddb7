import { encode } from 'uqr';

/** White modules around the code; a phone needs them to find it. */
const BORDER = 4;

/** A QR code, black on white also in the dark: phones read nothing else as well. */
export function QrCode({ content, title, description }: QrCodeProps) {
  const { size, data } = encode(content, { border: BORDER });
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-labelledby="qr-title qr-description">
      <title id="qr-title">{title}</title>
      <desc id="qr-description">{description}</desc>
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowStrokes).join('')} stroke="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

interface QrCodeProps {
  readonly content: string;
  readonly title: string;
  /** What people do who cannot see it. */
  readonly description: string;
}

/** One row of modules as strokes of height 1: a line over each run of dark ones. */
function rowStrokes(row: readonly boolean[], y: number): string {
  const runs =
    row
      .map((isDark) => (isDark ? '1' : '0'))
      .join('')
      .match(/1+|0+/g) ?? [];
  const strokes = runs.map((run) => (run.startsWith('1') ? `h${run.length}` : `m${run.length} 0`));
  return `M0 ${y}.5${strokes.join('')}`;
}
