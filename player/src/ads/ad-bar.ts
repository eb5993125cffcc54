import type { ShownBreak } from '@kinora/contract'
import { clock } from '../clock.ts'
import { nonce } from '../nonce.ts'
import { adStyle } from './ad-style.ts'
import type { AdTexts } from './ad-texts.ts'
import type { Showing } from './timeline.ts'

/** The bar over the video during ads, and the break marks on the timeline. */
export interface AdBar {
  /** Null while the video plays. */
  show(showing: Showing | null): void
  /** Marks breaks on the timeline. @param lengthS length of the timeline */
  mark(breaks: readonly ShownBreak[], lengthS: number): void
  close(): void
}

interface BarOptions {
  readonly root: ShadowRoot
  readonly controller: HTMLElement
  readonly texts: AdTexts
  readonly dir: 'ltr' | 'rtl'
  /** Whether the timeline is hidden during ads. */
  readonly isLocked: boolean
  readonly onVisit: () => void
  readonly onSkip: () => void
}

const markup = `
<style nonce="${nonce}">${adStyle}</style>
<div class="ad-bar"><span class="ad-count"></span><span class="ad-left" dir="ltr"></span><a target="_blank" rel="noopener noreferrer"></a></div>
<button type="button" class="ad-skip" hidden></button>
<span class="ad-status" role="status"></span>`

const ARROWS = 'noarrowleft noarrowright'

export function adBar({ root, controller, texts, dir, isLocked, onVisit, onSkip }: BarOptions): AdBar {
  const container = document.createElement('div')
  container.className = 'ads'
  container.innerHTML = markup
  const part = <E extends Element>(selector: string, type: new () => E): E => {
    const found = container.querySelector(selector)
    if (!(found instanceof type)) throw new Error(`the ad bar has no ${selector}`)
    return found
  }
  const bar = part('.ad-bar', HTMLElement)
  const count = part('.ad-count', HTMLElement)
  const left = part('.ad-left', HTMLElement)
  const visit = part('a', HTMLAnchorElement)
  const skip = part('.ad-skip', HTMLButtonElement)
  const status = part('.ad-status', HTMLElement)
  const marks = document.createElement('div')
  marks.className = 'ad-marks'
  bar.dir = dir
  skip.dir = dir
  bar.hidden = true
  visit.textContent = texts.visit
  visit.addEventListener('click', onVisit)
  skip.addEventListener('click', onSkip)
  // The bar comes before the controls, so that it is first in the tab order.
  controller.before(container)
  root.querySelector('media-time-range')?.after(marks)
  const hotkeys = controller.getAttribute('hotkeys') ?? ''
  let shown: Showing | null = null

  function enter({ ad, number, shown: { ads } }: Showing): void {
    count.textContent = texts.count.replace('{number}', String(number)).replace('{count}', String(ads.length))
    status.textContent = count.textContent
    visit.hidden = ad.clickThroughUrl === null
    if (ad.clickThroughUrl !== null) visit.href = ad.clickThroughUrl
    const { title } = ad
    if (title === null) visit.removeAttribute('aria-label')
    else
      visit.setAttribute(
        'aria-label',
        texts.visitNamed.replace('{title}', () => title),
      )
    skip.hidden = ad.skipAfterS === null
  }

  function setLocked(isAd: boolean): void {
    controller.classList.toggle('in-ad', isAd && isLocked)
    controller.setAttribute('hotkeys', isAd && isLocked ? `${hotkeys} ${ARROWS}` : hotkeys)
  }

  return {
    show(showing) {
      if (showing?.ad !== shown?.ad || (showing === null) !== (shown === null)) {
        bar.hidden = showing === null
        skip.hidden = true
        if (showing !== null) enter(showing)
        else if (shown !== null) status.textContent = texts.back
        setLocked(showing !== null)
      }
      shown = showing
      if (showing === null) return
      const { ad, elapsedS } = showing
      left.textContent = clock(Math.max(0, Math.ceil(ad.durationS - elapsedS)))
      const waitS = Math.ceil((ad.skipAfterS ?? 0) - elapsedS)
      skip.disabled = waitS > 0
      const text = waitS > 0 ? texts.skipIn.replace('{seconds}', String(waitS)) : texts.skip
      if (skip.textContent !== text) skip.textContent = text
    },
    mark(breaks, lengthS) {
      marks.replaceChildren(
        ...breaks.map(({ at, durationS }) => {
          const mark = document.createElement('i')
          mark.style.left = `${(100 * at) / lengthS}%`
          mark.style.width = `${(100 * durationS) / lengthS}%`
          return mark
        }),
      )
    },
    close() {
      setLocked(false)
      marks.remove()
      container.remove()
    },
  }
}
