import Hls, { type ErrorData, Events, type Level } from 'hls.js'

/** What keeps a video from playing, as far as a viewer can do something about it. */
export type Fault = 'network' | 'missing' | 'media'

interface Quality {
  readonly index: number
  readonly name: string
}

export interface Qualities {
  /** Low to high. */
  readonly levels: readonly Quality[]
  /** Index of the level the viewer chose, -1 for automatic. */
  readonly chosen: number
  readonly playing: number
}

export interface Stream {
  choose(level: number): void
  /** From the next request on, with this token. */
  renew(token: string): void
  reload(): void
  close(): void
}

interface Listeners {
  onFault(fault: Fault): void
  onQualities(qualities: Qualities): void
}

const MEDIA_RECOVERIES = 2
/** How often a video that may still be in the making is looked at for more qualities. */
const GROWTH_MS = 15_000

/** Plays an HLS address: by hls.js where the browser has Media Source Extensions, else by the browser itself. */
export function openStream(
  video: HTMLVideoElement,
  src: string,
  token: string | null,
  listeners: Listeners,
): Stream {
  return Hls.isSupported()
    ? withHls(video, src, token, listeners)
    : natively(video, tokened(src, token), listeners)
}

function withHls(
  video: HTMLVideoElement,
  src: string,
  firstToken: string | null,
  { onFault, onQualities }: Listeners,
): Stream {
  let token = firstToken
  // A playlist that grows is no live stream here: it begins at its beginning.
  const hls = new Hls({
    startPosition: 0,
    liveDurationInfinity: false,
    capLevelToPlayerSize: true,
    enableWorker: true,
    // Playlists name everything with the token they were asked for with, which may be an older one.
    xhrSetup: (xhr, url) => {
      if (token !== null) xhr.open('GET', tokened(url, token), true)
    },
  })
  let recoveries = 0
  let playlist = ''

  const tell = () =>
    onQualities({
      levels: hls.levels.map((level, index) => ({ index, name: nameOf(level) })),
      chosen: hls.autoLevelEnabled ? -1 : hls.manualLevel,
      playing: hls.currentLevel,
    })
  hls.on(Events.MANIFEST_LOADED, (_event, { networkDetails }) => {
    playlist = networkDetails instanceof XMLHttpRequest ? networkDetails.responseText : ''
  })
  hls.on(Events.MANIFEST_PARSED, tell)
  hls.on(Events.LEVEL_SWITCHED, tell)
  hls.on(Events.ERROR, (_event, data) => {
    if (!data.fatal) return
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries < MEDIA_RECOVERIES) {
      recoveries += 1
      hls.recoverMediaError()
      return
    }
    onFault(faultOf(data))
  })

  const load = (at: number) => {
    hls.config.startPosition = at
    hls.loadSource(src)
  }
  hls.attachMedia(video)
  load(0)

  // More qualities come while the ladder is made; a viewer who is not just watching is given them.
  const growth = setInterval(async () => {
    if (!video.paused || document.hidden || playlist === '') return
    const fresh = await fetch(tokened(src, token)).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    if (fresh !== '' && fresh !== playlist && video.paused) load(video.currentTime)
  }, GROWTH_MS)

  return {
    choose(level) {
      hls.nextLevel = level
      tell()
    },
    renew(next) {
      token = next
    },
    reload() {
      recoveries = 0
      const wasAt = video.currentTime
      load(wasAt)
      video.play().catch(() => undefined)
    },
    close() {
      clearInterval(growth)
      hls.destroy()
    },
  }
}

function natively(video: HTMLVideoElement, src: string, { onFault }: Listeners): Stream {
  const failed = () => onFault(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'missing')
  video.addEventListener('error', failed)
  video.src = src
  return {
    choose() {},
    // The browser asks by itself, with what its playlist says.
    renew() {},
    reload() {
      video.load()
    },
    close() {
      video.removeEventListener('error', failed)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** The address with this token in the place of any other. */
function tokened(address: string, token: string | null): string {
  if (token === null) return address
  const url = new URL(address, location.href)
  url.searchParams.set('token', token)
  return url.href
}

function faultOf({ type, response }: ErrorData): Fault {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'media'
  return response?.code === 404 || response?.code === 403 ? 'missing' : 'network'
}

function nameOf({ width, height }: Level): string {
  return `${Math.min(width, height)}p`
}
