import type { Clock } from '../sleeper'

/** A clock that moves only when a test moves it. */
export function fakeClock() {
  let now = 0
  let planned: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      const plan = { at: now + ms, run }
      planned.push(plan)
      return () => {
        planned = planned.filter((other) => other !== plan)
      }
    },
  }
  /** Advances the time and runs due timers in order. */
  const pass = async (ms: number) => {
    const end = now + ms
    await settle()
    for (;;) {
      const [next] = planned.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
      if (!next) break
      planned = planned.filter((other) => other !== next)
      now = next.at
      next.run()
      await settle()
    }
    now = end
  }
  return { clock, pass }
}

/** Lets pending promises continue. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
