import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

const rounds = 7
/** Wall time of a round on a quiet machine with two cores, as tests are timed on. */
const referenceMs = 200
const most = 8

/** How much longer than on the reference machine tests may take: 1 on a fast and quiet machine, 2 on one that is busy
 * with as much other work. Takes one to two seconds. */
export async function measurePatience() {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await roundMs())
  const median = times.sort((a, b) => a - b)[Math.floor(rounds / 2)]
  const patience = Math.min(most, Math.max(1, median / referenceMs))
  return Math.round(patience * 10) / 10
}

/** Keeps two cores busy. */
async function roundMs() {
  const startedAt = performance.now()
  const work = () => derive('a fixed password', 'a fixed salt', 500_000, 32, 'sha256')
  await Promise.all([work(), work()])
  return performance.now() - startedAt
}
