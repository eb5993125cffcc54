import './fonts.css'
import './refusal.css'
import type { StreamState } from '@kinora/contract'
import { countDown } from './countdown.ts'
import { type EmbedOptions, embedOptionsOf } from './embed-options.ts'
import { mountPlayer } from './index.ts'
import { directionOf, loadLanguage, localeOf, type Texts } from './languages.ts'
import { askState } from './live/ask.ts'
import { withToken } from './stream/stream.ts'

const BEGIN_SPREAD_MS = 5000
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
    showRefusal(host, page, refusal, moment ?? '')
    if (refusal === 'playback-not-begun')
      void waitForBegin(host, page, `/play/${playbackId}.m3u8`, moment ?? '')
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
  play(video, options)
  return page
}

/** Counts down to the time from which the video can be played, and opens the page again then. */
async function waitForBegin(host: HTMLElement, { texts }: Page, src: string, moment: string): Promise<void> {
  const momentMs = Date.parse(moment)
  if (Number.isNaN(momentMs)) return
  const place = document.createElement('p')
  place.setAttribute('role', 'timer')
  host.append(place)
  await countDown(place, texts.availableIn, momentMs)
  const here = new URL(location.href)
  const address = withToken(src, here.searchParams.get('token'))
  for (;;) {
    // The clocks of viewer and server differ, and not all viewers ask at the same time.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * BEGIN_SPREAD_MS))
    const { answer } = await askState(address)
    if (answer !== 'gone' && answer !== 'unreachable') break
  }
  here.searchParams.set('autoplay', '1')
  location.replace(here)
}

function play(video: HTMLVideoElement, { autoplay, muted, loop }: EmbedOptions): void {
  video.loop = loop
  video.muted = muted
  video.autoplay = autoplay
}

function showRefusal(
  host: HTMLElement,
  { language, locale, texts }: Page,
  refusal: string,
  moment: string,
): void {
  const { title, text } = wordsOf(texts, refusal)
  const at = new Date(moment)
  const when = Number.isNaN(at.getTime())
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at)
  const [heading, words] = [document.createElement('strong'), document.createElement('p')]
  heading.textContent = title
  words.textContent = text.replace('{time}', () => when)
  host.classList.add('error')
  host.dir = directionOf(language)
  host.setAttribute('role', 'status')
  host.replaceChildren(heading, words)
  document.title ||= title
}

function wordsOf({ refusals }: Texts, refusal: string): { title: string; text: string } {
  switch (refusal) {
    case 'playback-token-missing':
    case 'playback-token-invalid':
      return refusals.token
    case 'referrer-not-allowed':
      return refusals.referrer
    case 'playback-not-begun':
      return refusals.notBegun
    case 'playback-over':
      return refusals.over
    case 'not-ready':
      return refusals.notReady
    case 'failed':
      return refusals.failed
    default:
      return refusals.missing
  }
}
