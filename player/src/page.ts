import './fonts.css'
import type { StreamState } from '@kinora/contract'
import { version } from '../package.json'
import { type EmbedOptions, embedOptionsOf } from './embed-options.ts'
import { mountPlayer } from './index.ts'
import { loadLanguage, localeOf, type Texts } from './languages.ts'

const MAX_TEXT = 200
const streamStates: readonly StreamState[] = ['waiting', 'on-air', 'paused', 'ended', 'recording']

export interface Page {
  readonly language: string
  /** Locale for dates. */
  readonly locale: string
  readonly texts: Texts
}

/** Creates the player of the page, with the data from the server in the body, or shows why the video cannot be
 * played. */
export async function openPage(host: HTMLElement): Promise<Page> {
  const { playbackId, token, title, poster, storyboard, waveform, live, refusal, moment } =
    document.body.dataset
  const query = new URLSearchParams(location.search)
  const asked = query.get('lang') ?? navigator.language
  const spoken = await loadLanguage(asked)
  const { language, texts } = spoken
  const page = { language, texts, locale: localeOf(asked, language) }
  document.documentElement.lang = language
  if (refusal) {
    const { refuse } = await import('./refusal/refusal.ts')
    refuse(host, page, { refusal, moment: moment ?? '', src: `/play/${playbackId}.m3u8` })
    return page
  }
  const options = embedOptionsOf(query)
  const { video } = mountPlayer(host, {
    src: `/play/${playbackId}.m3u8`,
    token: token || null,
    title: title ?? '',
    poster: poster || null,
    storyboard: storyboard || null,
    startAt: options.startAt,
    captions: options.captions,
    controls: options.controls,
    color: options.color,
    logo: options.logo,
    waveform: waveform || null,
    // A link with the token of this viewer would give others the same access.
    share: token ? null : `/watch/${playbackId}`,
    live: streamStates.find((state) => state === live) ?? null,
    spoken,
  })
  report(video, playbackId ?? '', query)
  play(video, options)
  return page
}

/** Counts views. Loaded after the player, which does not wait for it. */
function report(video: HTMLVideoElement, playbackId: string, query: URLSearchParams): void {
  let askedMs: number | null = null
  const ask = () => {
    askedMs = performance.now()
  }
  video.addEventListener('play', ask, { once: true })
  void import('./beacon/report-views.ts').then(({ reportViews }) => {
    const text = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT)
    reportViews(video, {
      ...{ url: '/beacon/v1/views', playbackId, askedMs, playerVersion: version },
      ...{ viewer: text('viewer'), programme: text('programme'), partner: text('partner') },
    })
  })
}

function play(video: HTMLVideoElement, { autoplay, muted, loop }: EmbedOptions): void {
  video.loop = loop
  video.muted = muted
  video.autoplay = autoplay
}
