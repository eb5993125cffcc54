/** One frame of a storyboard: a rectangle of a sheet. */
export interface Tile {
  readonly sheet: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly startS: number
}

const loaded = new Map<string, Promise<readonly Tile[]>>()

/** The frames of a storyboard in order; empty if it does not exist yet.
 * @param growing differs when a video that grows has more of them; null otherwise */
export function loadStoryboard(address: string, growing: number | null = null): Promise<readonly Tile[]> {
  if (growing !== null) return fetchTiles(address)
  const known = loaded.get(address)
  if (known) return known
  const tiles = fetchTiles(address)
  loaded.set(address, tiles)
  void tiles.then((some) => some.length === 0 && loaded.delete(address))
  return tiles
}

async function fetchTiles(address: string): Promise<Tile[]> {
  try {
    const answer = await fetch(address)
    return answer.ok ? parseStoryboard(await answer.text(), answer.url) : []
  } catch {
    // The poster stays visible without the storyboard.
    return []
  }
}

/** WebVTT cues whose text is an address with a media fragment `#xywh=` (Media Fragments URI, section 4.2.2). */
export function parseStoryboard(text: string, base: string): Tile[] {
  let startS = 0
  return text.split('\n').flatMap((line) => {
    const [, hours, minutes, seconds] = /^(\d+):(\d\d):([\d.]+) --> /.exec(line) ?? []
    if (seconds !== undefined) startS = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    const [, file = '', x, y, width, height] = /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/.exec(line) ?? []
    if (file === '') return []
    const sheet = new URL(file, base).href
    return [{ sheet, x: Number(x), y: Number(y), width: Number(width), height: Number(height), startS }]
  })
}
