import { setTimeout as pause } from 'node:timers/promises'

/** Keeps a processor busy for a share of the time, until it is killed. */
const PERIOD_MS = 40
const [share = '1'] = process.argv.slice(2)

for (;;) {
  const startedAt = performance.now()
  while (performance.now() - startedAt < PERIOD_MS * Number(share));
  await pause(PERIOD_MS - PERIOD_MS * Number(share))
}
