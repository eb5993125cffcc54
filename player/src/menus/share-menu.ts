import { clock } from '../clock.ts'
import type { ContentTime } from '../content-time.ts'
import type { Texts } from '../languages.ts'
import { menuIn } from './menu.ts'

const copiedMs = 1500

interface ShareOptions {
  readonly address: string
  readonly title: string
  readonly content: Pick<ContentTime, 'now'>
  readonly dir: 'ltr' | 'rtl'
  readonly texts: Texts
}

/** Copies the link to the video, also to the current time, or hands it to the share sheet of the device. Ads do not count:
 * others see other ones. @param address the page of the video */
export function shareMenu(
  controller: HTMLElement,
  place: HTMLElement,
  video: HTMLVideoElement,
  { address, title, content, dir, texts }: ShareOptions,
): void {
  const linkAt = (seconds: number) => {
    const url = new URL(address, location.href)
    if (seconds > 0) url.searchParams.set('t', String(seconds))
    return url.href
  }
  const time = () => Math.floor(content.now())
  const canShare = typeof navigator.share === 'function'
  const offer = (copied?: string) => {
    const name = (value: string, text: string) => ({ value, name: value === copied ? texts.copied : text })
    const at = texts.copyLinkAt.replace('{time}', () => clock(time()))
    menu.offer(
      [
        name('link', texts.copyLink),
        // The times of live streams differ between viewers.
        ...(time() > 0 && Number.isFinite(video.duration) ? [name('time', at)] : []),
        ...(canShare ? [name('share', texts.shareVia)] : []),
      ],
      '',
    )
  }
  const menu = menuIn(controller, place, {
    label: texts.share,
    dir,
    isActions: true,
    onOpen: offer,
    onChoose(value) {
      if (value === 'share') {
        navigator.share({ title, url: linkAt(0) }).catch(() => {})
        return
      }
      copy(linkAt(value === 'time' ? time() : 0), place)
        .then(() => offer(value))
        .then(() => setTimeout(offer, copiedMs))
        .catch(() => {})
      return true
    },
  })
  offer()
  place.hidden = false
}

/** Frames of other sites may lack the permission for the clipboard, but may copy a selection. */
async function copy(text: string, place: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    const active = place.querySelector<HTMLElement>(':focus')
    field.value = text
    field.style.cssText = 'position:fixed;opacity:0'
    place.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    active?.focus()
    if (!isCopied) throw new Error('the browser copies nothing')
  }
}
