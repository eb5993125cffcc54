/** Without input for this long, nobody uses the page. */
const awayAfterMs = 60_000

let lastInputAt = Date.now()

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove']

/** Notices keys, pointers and touches. */
export function watchPresence(): void {
  const note = () => {
    lastInputAt = Date.now()
  }
  for (const name of inputs) addEventListener(name, note, { capture: true, passive: true })
}

/** Whether nobody has used the page for a while. */
export function isAway(): boolean {
  return Date.now() - lastInputAt > awayAfterMs
}
