/** Pictures of the times that viewers can go back to. */
export interface Scenes {
  /** Shows the picture of a moment, in ms since 1970. Null shows none. */
  show(dateMs: number | null): void
}

interface Cue {
  readonly fromMs: number
  readonly url: string
}

/** New times are added to the storyboard all the time. It is loaded again when the viewer looks at later ones. */
const FRESH_MS = 10_000
/** While the pointer moves, a picture is loaded at most so often. */
const PAUSE_MS = 80

/** Shows pictures of the storyboard at this address in `image`. */
export function openScenes(image: HTMLImageElement, address: () => string): Scenes {
  let cues: readonly Cue[] = []
  let loadedMs = Number.NEGATIVE_INFINITY
  let wantedMs: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  image.addEventListener('load', () => {
    image.hidden = false
  })
  image.addEventListener('error', () => {
    image.hidden = true
  })

  async function load(): Promise<void> {
    loadedMs = performance.now()
    try {
      const response = await fetch(address())
      if (response.ok) cues = parseScenes(await response.text(), response.url)
    } catch {
      // The time stays visible without the picture.
    }
    draw()
  }

  function draw(): void {
    if (wantedMs === null) return
    const isLate = wantedMs > (cues.at(-1)?.fromMs ?? 0)
    if (isLate && performance.now() - loadedMs > FRESH_MS) return void load()
    const at = wantedMs
    const url = (cues.findLast(({ fromMs }) => fromMs <= at) ?? cues[0])?.url
    if (url === undefined) image.hidden = true
    else if (image.src !== url) image.src = url
  }

  return {
    show(dateMs) {
      wantedMs = dateMs
      if (dateMs === null) {
        image.hidden = true
        return
      }
      clearTimeout(timer)
      timer = setTimeout(draw, PAUSE_MS)
    },
  }
}

/** The cues of a WebVTT storyboard whose note has the date of time 0. */
export function parseScenes(text: string, base: string): Cue[] {
  const zeroMs = Date.parse(/^NOTE start=(\S+)$/m.exec(text)?.[1] ?? '')
  if (Number.isNaN(zeroMs)) return []
  return [...text.matchAll(/^(\d+):(\d\d):([\d.]+) --> .*\n(\S+)#xywh=/gm)].map(
    ([, hours, minutes, seconds, file = '']) => ({
      fromMs: zeroMs + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
      url: new URL(file, base).href,
    }),
  )
}
