import { clock } from '../clock.ts'

const SECOND_MS = 1000
/** Longer times are shown as a date only. */
const SHOWN_S = 86_400

/** Time until a moment, as in `1:05:09`. Null if it is more than a day away, empty if it has come. */
export function timeUntil(momentMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((momentMs - nowMs) / SECOND_MS)
  if (seconds > SHOWN_S) return null
  return seconds > 0 ? clock(seconds) : ''
}

/** Shows the time until a moment, and resolves when it has come. */
export function countDown(place: HTMLElement, text: string, momentMs: number): Promise<void> {
  return new Promise((resolve) => {
    const show = () => {
      const time = timeUntil(momentMs, Date.now())
      place.textContent = time ? text.replace('{time}', () => time) : ''
      if (time !== '') return
      clearInterval(timer)
      resolve()
    }
    const timer = setInterval(show, SECOND_MS)
    show()
  })
}
