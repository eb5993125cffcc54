import { checkHls } from '@kinora/media/testing/hls/test-hls-check'

/** Segments with one initialization section. */
type Run = readonly string[]

const URI = /URI="([^"]+)"/
const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-INDEPENDENT-SEGMENTS']

/**
 * Checks a stitched stream: its playlists as a whole, and each run between two discontinuities as a stream of its own, in all
 * renditions. @returns violations
 */
export async function stitchedFaults(url: string, folder: string): Promise<string[]> {
  const multivariant = (await textOf(url)).split('\n')
  const playlists = await Promise.all(
    multivariant.map(async (line) => {
      const uri = line.startsWith('#EXT-X-MEDIA:') ? URI.exec(line)?.[1] : line.startsWith('#') ? '' : line
      return uri ? readRuns(new URL(uri, url).href) : null
    }),
  )
  const counts = new Set(playlists.flatMap((playlist) => playlist?.runs.length ?? []))
  const faults = playlists.flatMap((playlist) => playlist?.faults ?? [])
  if (counts.size !== 1) return [...faults, `renditions have ${[...counts].join()} discontinuities`]
  for (let n = 0; n < Math.max(...counts); n++) {
    const lines = multivariant.map((line, place) => {
      const run = playlists[place]?.runs[n]
      if (run === undefined) return line
      return line.startsWith('#') ? line.replace(URI, `URI="${playlistOf(run)}"`) : playlistOf(run)
    })
    const { faults: found } = await checkHls(dataUrl(lines.join('\n')), folder)
    // The average is that of the whole stream.
    const own = found.filter((fault) => !fault.includes('AVERAGE-BANDWIDTH') && !isCutAudio(fault))
    faults.push(...own.map((fault) => `run ${n}: ${fault}`))
  }
  return faults.map((fault) => fault.replace(/^(run \d+: )?.*?base64,[^:]*: /, '$1'))
}

/** Two frames of AAC at 44.1 kHz, in seconds. */
const TWO_FRAMES_S = 0.0465

/** Whether a segment is longer than listed by up to two frames, like the last audio segment of an ad. */
function isCutAudio(fault: string): boolean {
  const [, lasts, listed] = /lasts ([\d.]+) s, listed are ([\d.]+) s/.exec(fault) ?? []
  const excessS = Number(lasts) - Number(listed)
  return excessS > 0 && excessS < TWO_FRAMES_S
}

async function readRuns(url: string): Promise<{ runs: Run[]; faults: string[] }> {
  const text = await textOf(url)
  const lines = text.split('\n').filter((line) => line !== '')
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1])
  const faults: string[] = []
  const runs: string[][] = [[]]
  for (const line of lines.slice(1)) {
    if (line === '#EXT-X-DISCONTINUITY') runs.push([])
    const run = runs.at(-1) ?? []
    const lengthS = Number(/^#EXTINF:([\d.]+),$/.exec(line)?.[1] ?? 0)
    if (Math.round(lengthS) > target) faults.push(`a segment of ${lengthS} s is longer than ${target} s`)
    if (line.startsWith('#EXT-X-MAP:')) run.push(line.replace(URI, (_, uri) => `URI="${new URL(uri, url)}"`))
    else if (line.startsWith('#EXTINF:')) run.push(line)
    else if (!line.startsWith('#')) run.push(new URL(line, url).href)
  }
  if (lines[0] !== '#EXTM3U') faults.push('it does not begin with #EXTM3U')
  if (lines.at(-1) !== '#EXT-X-ENDLIST') faults.push('it has no end')
  return { runs, faults }
}

function playlistOf(run: Run): string {
  const lengths = run.flatMap((line) => /^#EXTINF:([\d.]+),$/.exec(line)?.[1] ?? [])
  const target = `#EXT-X-TARGETDURATION:${Math.max(1, ...lengths.map((length) => Math.round(Number(length))))}`
  return dataUrl([...HEAD, target, '#EXT-X-MEDIA-SEQUENCE:0', ...run, '#EXT-X-ENDLIST', ''].join('\n'))
}

const dataUrl = (text: string) =>
  `data:application/vnd.apple.mpegurl;base64,${Buffer.from(text).toString('base64')}`

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}
