/** Without input for this long, nobody uses the page. */
const awayAfterMs = 60_000

let lastInputAt = Date.now()

for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'])
  addEventListener(
    name,
    () => {
      lastInputAt = Date.now()
    },
    { capture: true, passive: true },
  )

/** Whether nobody has used the page for a while. */
export function isAway(): boolean {
  return Date.now() - lastInputAt > awayAfterMs
}
