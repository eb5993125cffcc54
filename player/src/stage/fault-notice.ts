import type { Texts } from '../languages.ts'
import type { Fault } from '../stream/stream.ts'
import type { PartOf } from './parts.ts'

/** Prepares the notice of a fault, with a button to retry. Returns the function that shows it. */
export function faultNotice(
  part: PartOf,
  { texts, dir }: { texts: Texts; dir: 'ltr' | 'rtl' },
  onRetry: () => void,
): (fault: Fault) => void {
  const notice = part('.error', HTMLElement)
  const retry = part('.error button', HTMLButtonElement)
  const words = { network: texts.errorNetwork, missing: texts.errorMissing, media: texts.errorMedia }
  retry.addEventListener('click', () => {
    notice.hidden = true
    part('.error p', HTMLElement).textContent = ''
    onRetry()
  })
  return (fault) => {
    notice.hidden = false
    notice.dir = dir
    part('.error strong', HTMLElement).textContent = texts.errorTitle
    part('.error p', HTMLElement).textContent = words[fault]
    retry.textContent = texts.retry
  }
}
