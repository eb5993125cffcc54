import { pbkdf2 } from 'node:crypto'
import os from 'node:os'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

const rounds = 7
/** Wall time of a round on a quiet machine with two cores, as tests are timed on. */
const referenceMs = 200
const most = 8

/** The speed of this machine: `slowness` is 1 where it is as fast as the reference machine or faster, 2 where the same work
 * takes twice the time. `patience`, by which limits of tests grow, is more where other programs compete for the
 * processors. Takes one to two seconds. */
export async function measureMachine() {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await roundMs())
  const median = times.sort((a, b) => a - b)[Math.floor(rounds / 2)]
  const slowness = atLeastOne(median / referenceMs)
  const [load = 0] = os.loadavg()
  return { slowness, patience: Math.max(slowness, atLeastOne(1 + load / os.cpus().length)) }
}

/** Keeps two cores busy. */
async function roundMs() {
  const startedAt = performance.now()
  const work = () => derive('a fixed password', 'a fixed salt', 500_000, 32, 'sha256')
  await Promise.all([work(), work()])
  return performance.now() - startedAt
}

function atLeastOne(ratio) {
  return Math.round(Math.min(most, Math.max(1, ratio)) * 10) / 10
}
