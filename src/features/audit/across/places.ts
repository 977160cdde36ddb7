/** How far each cell's record was read, by its name: only entries before this one. */
export type CellPlaces = Readonly<Record<string, number>>;

const PLACE = /^([a-z][a-z0-9-]{0,30}):(\d{1,15})$/;

/** The start of each cell's next page, as `placesText` wrote it; other text is ignored. */
export function parseCellPlaces(text: string): CellPlaces {
  const places = text.split(',').flatMap((place): [string, number][] => {
    const [, cell, before] = PLACE.exec(place) ?? [];
    return cell === undefined ? [] : [[cell, Number(before)]];
  });
  return Object.fromEntries(places);
}

/** For an address. */
export function placesText(places: CellPlaces): string {
  return Object.entries(places)
    .map(([cell, before]) => `${cell}:${before}`)
    .join(',');
}
