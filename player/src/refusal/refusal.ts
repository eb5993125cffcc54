import './refusal.css'
import { directionOf, type Texts } from '../languages.ts'
import { askState } from '../live/ask.ts'
import { withToken } from '../stream/stream.ts'
import { countDown } from './countdown.ts'

const BEGIN_SPREAD_MS = 5000

interface PageTexts {
  readonly language: string
  /** Locale for dates. */
  readonly locale: string
  readonly texts: Texts
}

interface Refused {
  /** ID of the problem. */
  readonly refusal: string
  /** A time that belongs to it, or empty. */
  readonly moment: string
  /** URL of the multivariant playlist. */
  readonly src: string
}

/** Shows why the video cannot be played, and opens the page again when that ends at a known time. */
export function refuse(host: HTMLElement, page: PageTexts, { refusal, moment, src }: Refused): void {
  showRefusal(host, page, refusal, moment)
  if (refusal === 'playback-not-begun') void waitForBegin(host, page, src, moment)
}

/** Counts down to the time from which the video can be played, and opens the page again then. */
async function waitForBegin(
  host: HTMLElement,
  { texts }: PageTexts,
  src: string,
  moment: string,
): Promise<void> {
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

function showRefusal(
  host: HTMLElement,
  { language, locale, texts }: PageTexts,
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
