import { roundCoordinate } from '../core/text.ts';

/**
 * Pictures of figures, made on the server. The same figures always stand in a table beside them, which is what a screen
 * reader reads.
 */

interface ChartBar {
  /** Names the bar, with its figure in words: it is shown while the pointer is on the bar. */
  readonly label: string;
  readonly value: number;
}

interface BarsProps {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** The content of the picture in a sentence. */
  readonly description: string;
  readonly bars: readonly ChartBar[];
}

const BAR_WIDTH = 10;
const HEIGHT = 100;
/** Lowest bar: anything above zero can be seen. */
const MIN_SHOWN = 1.5;

/** One bar beside the other, as wide as there is room. */
export function Bars({ id, title, description, bars }: BarsProps) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${bars.length * BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {bars.map(({ label, value }, index) => {
        const height = value === 0 ? 0 : Math.max(MIN_SHOWN, (value / most) * HEIGHT);
        return (
          <rect
            x={index * BAR_WIDTH + 1}
            y={roundCoordinate(HEIGHT - height)}
            width={BAR_WIDTH - 2}
            height={roundCoordinate(height)}
          >
            <title>{label}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** How much of the whole it is; its figure stands beside it. */
export function Share({ share }: { /** 0 to 1; more is shown as 1. */ readonly share: number }) {
  const width = roundCoordinate(Math.min(1, Math.max(0, share)) * HEIGHT);
  return (
    <svg class="share" viewBox={`0 0 ${HEIGHT} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="share-whole" width={HEIGHT} height="10" />
      <rect width={width} height="10" />
    </svg>
  );
}
