import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { type RepeatedTask, repeat } from './repeat.ts'

const AN_HOUR_MS = 3600_000

it.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  'runs again if it is woken %i ticks after its work was done',
  async (ticks) => {
    let times = 0
    const repeated: RepeatedTask = repeat(
      async () => {
        times += 1
        if (times === 1) void after(ticks).then(() => repeated.wake())
        return AN_HOUR_MS
      },
      'a test',
      createLog('silent'),
    )
    for (let n = 0; n < 10; n++) await turn()
    await repeated.stop()
    expect(times).toBe(2)
  },
)

/** Waits for so many microtasks. */
async function after(ticks: number): Promise<void> {
  for (let n = 0; n < ticks; n++) await null
}
