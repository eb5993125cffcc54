import './fonts.css'
import type { StreamState } from '@kinora/contract'
import { countFromFirstPlay } from './beacon/early-events.ts'
import { type EmbedOptions, embedOptionsOf, sourceOf, wantsGuidedAds } from './embed-options.ts'
import { mountPlayer } from './index.ts'
import { loadLanguage, localeOf, type Texts } from './languages.ts'

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
  const { playbackId, envKey, token, title, poster, storyboard, waveform, live, refusal, moment } =
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
  const guided = wantsGuidedAds(query) ? (await import('./ads/guided-hls.ts')).GuidedHls : undefined
  const { video, content } = mountPlayer(host, {
    src: sourceOf(playbackId ?? '', query),
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
    guided,
    spoken,
  })
  countFromFirstPlay(video, content, async (askedMs, takeOver) => {
    const { reportViews } = await import('./beacon/report-views.ts')
    await reportViews(video, content, { playbackId: playbackId ?? '', envKey }, askedMs, takeOver)
  })
  // An ad of its own would be repeated.
  play(video, { ...options, loop: options.loop && guided === undefined })
  return page
}

function play(video: HTMLVideoElement, { autoplay, muted, loop }: EmbedOptions): void {
  video.loop = loop
  video.muted = muted
  video.autoplay = autoplay
}
