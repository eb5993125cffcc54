import { execFile } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

const rounds = 5
/** Wall time of a round on a quiet machine with two cores, as tests are timed on. */
const referenceMs = 150
const most = 8

/** The speed of this machine: `slowness` is 1 where it is as fast as the reference machine or faster, 2 where the same work
 * takes twice the time. `patience`, by which limits of tests grow, is more where other programs compete for the
 * processors. Takes one to three seconds. */
export async function measureMachine() {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await roundMs())
  const median = times.sort((a, b) => a - b)[Math.floor(rounds / 2)]
  const slowness = atLeastOne(median / referenceMs)
  const [load = 0] = os.loadavg()
  return { slowness, patience: Math.max(slowness, atLeastOne(1 + load / os.cpus().length)) }
}

/** Keeps two cores busy with the work of tests: starts of programs, memory and pictures. Plain computation would hide
 * virtual machines on which system calls and memory take many times longer. */
async function roundMs() {
  const startedAt = performance.now()
  await Promise.all([encode(), encode()])
  return performance.now() - startedAt
}

function encode() {
  const video = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=2']
  return run('ffmpeg', [
    '-v',
    'error',
    ...video,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-f',
    'null',
    '-',
  ])
}

function atLeastOne(ratio) {
  return Math.round(Math.min(most, Math.max(1, ratio)) * 10) / 10
}
