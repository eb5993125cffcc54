/** A media playlist for low latency, as a strict player reads it (RFC 8216bis). */
export interface LlPlaylist {
  readonly targetS: number
  readonly partTargetS: number
  readonly mediaSequence: number
  readonly discontinuitySequence: number
  readonly skipped: number
  readonly segments: readonly LlSegment[]
  /** URI of the part that comes next. */
  readonly hint: string | null
  readonly reports: readonly { readonly uri: string; readonly msn: number; readonly part: number }[]
  readonly isEnded: boolean
}

export interface LlSegment {
  readonly msn: number
  /** Null while it is open. */
  readonly uri: string | null
  readonly durationS: number | null
  readonly parts: readonly {
    readonly uri: string
    readonly durationS: number
    readonly isIndependent: boolean
  }[]
  readonly programDateMs: number | null
  readonly isDiscontinuous: boolean
}

export function parseLlPlaylist(text: string): LlPlaylist {
  const number = (tag: string) => Number(new RegExp(`^#EXT-X-${tag}:([\\d.]+)`, 'm').exec(text)?.[1] ?? 0)
  const attribute = (line: string, name: string) =>
    new RegExp(`[:,]${name}=(?:"([^"]*)"|([^,]*))`)
      .exec(line)
      ?.slice(1)
      .find((each) => each !== undefined) ?? ''
  const mediaSequence = number('MEDIA-SEQUENCE')
  const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
  const segments: LlSegment[] = []
  const empty = () => ({
    parts: [] as LlSegment['parts'][number][],
    durationS: null as number | null,
    programDateMs: null as number | null,
    isDiscontinuous: false,
  })
  let open = empty()
  const close = (uri: string | null) => {
    segments.push({ ...open, msn: mediaSequence + skipped + segments.length, uri })
    open = empty()
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-DISCONTINUITY') && !line.includes('SEQUENCE')) open.isDiscontinuous = true
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:'))
      open.programDateMs = Date.parse(line.slice('#EXT-X-PROGRAM-DATE-TIME:'.length))
    else if (line.startsWith('#EXT-X-PART:'))
      open.parts.push({
        uri: attribute(line, 'URI'),
        durationS: Number(attribute(line, 'DURATION')),
        isIndependent: line.includes('INDEPENDENT=YES'),
      })
    else if (line.startsWith('#EXTINF:')) open.durationS = Number.parseFloat(line.slice('#EXTINF:'.length))
    else if (line !== '' && !line.startsWith('#')) close(line)
  }
  if (open.parts.length > 0) close(null)
  return {
    mediaSequence,
    skipped,
    segments,
    targetS: number('TARGETDURATION'),
    partTargetS: Number(/PART-TARGET=([\d.]+)/.exec(text)?.[1] ?? 0),
    discontinuitySequence: number('DISCONTINUITY-SEQUENCE'),
    hint: /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text)?.[1] ?? null,
    reports: [...text.matchAll(/#EXT-X-RENDITION-REPORT:URI="([^"]+)",LAST-MSN=(\d+),LAST-PART=(\d+)/g)].map(
      ([, uri = '', msn, part]) => ({ uri, msn: Number(msn), part: Number(part) }),
    ),
    isEnded: text.includes('#EXT-X-ENDLIST'),
  }
}

/** Follows a media playlist by blocking reloads for `reloads` parts. Returns what violates RFC 8216bis. */
export async function followLlPlaylist(url: string, reloads: number): Promise<string[]> {
  const faults: string[] = []
  const get = async (query: string) => {
    const response = await fetch(`${url}${query}`)
    if (!response.ok) throw new Error(`${query} answered ${response.status}`)
    return parseLlPlaylist(await response.text())
  }
  let before = await get('')
  for (let n = 0; n < reloads && !before.isEnded; n++) {
    const { msn, part } = nextOf(before)
    const hinted = before.hint
    // Ads have none, and what comes after them need not be announced.
    const hadParts = (before.segments.at(-1)?.parts.length ?? 0) > 0
    const now = await get(`?_HLS_msn=${msn}&_HLS_part=${part}`)
    if (!contains(now, msn, part)) faults.push(`a blocking reload for ${msn}.${part} answered without it`)
    faults.push(...changeFaults(before, now), ...playlistFaults(now))
    const added = now.segments.find((segment) => segment.msn === msn)?.parts[part]
    if (hadParts && added !== undefined && added.uri !== hinted)
      faults.push(`${added.uri} was announced as ${hinted}`)
    const delta = await get('?_HLS_skip=YES')
    const whole = await get('')
    if (delta.skipped > 0) faults.push(...deltaFaults(delta, whole))
    before = now
  }
  faults.push(...(await byteFaults(url, before)))
  return [...new Set(faults)]
}

function nextOf({ segments, mediaSequence }: LlPlaylist): { msn: number; part: number } {
  const last = segments.at(-1)
  if (last === undefined) return { msn: mediaSequence, part: 0 }
  return last.uri === null ? { msn: last.msn, part: last.parts.length } : { msn: last.msn + 1, part: 0 }
}

function contains({ segments }: LlPlaylist, msn: number, part: number): boolean {
  const last = segments.at(-1)
  if (last !== undefined && last.msn > msn) return true
  return segments.some(
    (segment) => segment.msn === msn && (segment.uri !== null || segment.parts.length > part),
  )
}

function playlistFaults({ segments, targetS, partTargetS }: LlPlaylist): string[] {
  const faults: string[] = []
  for (const { msn, durationS, parts, uri } of segments) {
    if (durationS !== null && Math.round(durationS) > targetS)
      faults.push(`segment ${msn} lasts ${durationS} s`)
    for (const [n, part] of parts.entries()) {
      const isLast = n === parts.length - 1
      if (part.durationS > partTargetS + 0.0005) faults.push(`part ${msn}.${n} lasts ${part.durationS} s`)
      if (!isLast && part.durationS < 0.85 * partTargetS)
        faults.push(`part ${msn}.${n} is short: ${part.durationS} s`)
    }
    const sum = parts.reduce((total, part) => total + part.durationS, 0)
    if (uri !== null && durationS !== null && parts.length > 0 && Math.abs(sum - durationS) > 0.005)
      faults.push(`the parts of segment ${msn} last ${sum} s instead of ${durationS} s`)
  }
  const dates = segments.flatMap(({ programDateMs }) => (programDateMs === null ? [] : [programDateMs]))
  if (dates.some((date, n) => n > 0 && date <= (dates[n - 1] ?? 0))) faults.push('dates go back')
  return faults
}

function changeFaults(before: LlPlaylist, now: LlPlaylist): string[] {
  const faults: string[] = []
  if (now.mediaSequence < before.mediaSequence) faults.push('the media sequence goes back')
  if (now.discontinuitySequence < before.discontinuitySequence)
    faults.push('the discontinuity sequence goes back')
  if (now.targetS !== before.targetS) faults.push('the target duration changes')
  for (const segment of before.segments) {
    const same = now.segments.find(({ msn }) => msn === segment.msn)
    if (same === undefined) continue
    if (segment.uri !== null && (same.uri !== segment.uri || same.durationS !== segment.durationS))
      faults.push(`segment ${segment.msn} changes`)
    const isSamePart = segment.parts.every(
      (part, n) => same.parts.length === 0 || same.parts[n]?.uri === part.uri,
    )
    if (!isSamePart) faults.push(`parts of segment ${segment.msn} change`)
  }
  return faults
}

function deltaFaults(delta: LlPlaylist, whole: LlPlaylist): string[] {
  const same = delta.segments.filter(({ uri }) => uri !== null)
  const wrong = same.filter(({ msn, uri, durationS }) => {
    const other = whole.segments.find((segment) => segment.msn === msn)
    return other !== undefined && (other.uri !== uri || other.durationS !== durationS)
  })
  return wrong.map(({ msn }) => `the delta update has another segment ${msn}`)
}

/** A segment has the bytes of its parts. */
async function byteFaults(url: string, { segments }: LlPlaylist): Promise<string[]> {
  const bytesOf = async (uri: string) => Buffer.from(await (await fetch(new URL(uri, url))).arrayBuffer())
  const last = segments.findLast(({ uri, parts }) => uri !== null && parts.length > 0)
  if (last === undefined || last.uri === null) return ['no segment has parts']
  const parts = await Promise.all(last.parts.map(({ uri }) => bytesOf(uri)))
  const isSame = Buffer.concat(parts).equals(await bytesOf(last.uri))
  return isSame ? [] : [`segment ${last.msn} differs from its parts`]
}
