import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

/** Folder in which tests write the CPU use of each file: a JSON line `{ suite, file, seconds }`. */
export const cpuFolder = inRoot('reports/cpu')

/** CPU seconds that the tests of an area may use. */
const standard = { vitest: 60, journeys: 45 }

/** Larger budgets, each with its reason. */
const larger = {
  library: { vitest: 520, journeys: 320, why: 'encodes videos, and has most features' },
  media: { vitest: 160, why: 'encodes every kind of source' },
  server: { vitest: 150, why: 'starts and kills PostgreSQL, ffmpeg and whole programs' },
  delivery: { journeys: 170, why: 'plays whole videos in real time' },
  ads: { vitest: 110, journeys: 180, why: 'plays videos with ads in real time' },
  live: { vitest: 230, journeys: 110, why: 'encodes, plays and breaks live streams in real time' },
  analytics: { vitest: 110, journeys: 110, why: 'starts a warehouse, and has the most screens' },
  identity: { journeys: 180, why: 'has five groups of screens' },
  intelligence: {
    vitest: 150,
    why: 'reads text in four scripts, finds faces and speech with real engines, and tests servers that lie',
  },
  billing: {
    vitest: 120,
    why: 'kills processes while they spend, pay and number, and draws documents in four languages',
  },
  vconnect: {
    vitest: 150,
    why: 'passes on streams of real encoders, in real time, by SRT, UDP, RTP and RTMP',
  },
  intake: {
    vitest: 85,
    why: 'lists and takes files of six kinds of servers, which it looks at once a second',
  },
  social: { vitest: 75, why: 'sends videos in parts, again after each fault of six networks' },
  gallery: { journeys: 285, why: 'examines every component in four looks' },
}

/** CPU seconds by area and suite, as `{ area, suite, seconds, limit, why }`, the largest first. On a slow machine the
 * same work takes more CPU time. */
export function areaUse(uses, slowness) {
  const sums = new Map()
  for (const { suite, file, seconds } of uses) {
    const key = `${areaOf(file)}\n${suite}`
    sums.set(key, (sums.get(key) ?? 0) + seconds)
  }
  return Array.from(sums, ([key, seconds]) => {
    const [area, suite] = key.split('\n')
    const { [suite]: limit = standard[suite], why } = larger[area] ?? {}
    return { area, suite, seconds, limit: limit * slowness, why: limit > standard[suite] ? why : undefined }
  }).sort((a, b) => b.seconds - a.seconds)
}

/** A line for each area with its use and budget. */
export function budgetLines(used) {
  return ['CPU per area and its budget:'].concat(
    used.map(({ area, suite, seconds, limit, why }) => {
      const reason = why === undefined ? '' : `  (${why})`
      return `${whole(seconds)} of ${whole(limit)}  ${area}, ${suite}${reason}`
    }),
  )
}

/** Areas over their budget by more than a shared machine varies, a line each. */
export function overBudget(used) {
  return used
    .filter(({ seconds, limit }) => seconds > limit * 1.5)
    .map(({ area, suite, seconds, limit }) => {
      return `over budget: ${area} in ${suite}, ${Math.round(seconds)} s of ${Math.round(limit)} s`
    })
}

/** The CPU use that the test processes of this run wrote. */
export function readCpuUse() {
  const files = readdirSync(cpuFolder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap(({ name }) =>
    readFileSync(`${cpuFolder}/${name}`, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
}

/** `library` for `server/src/areas/library/clips/clips.test.ts` and for a journey in that folder, `server` and `media`
 * for other files of these. */
function areaOf(file) {
  return /^(?:\w+\/src\/areas|e2e\/journeys)\/(\w[\w-]*)\//.exec(file)?.[1] ?? file.split('/', 1)[0]
}

function whole(seconds) {
  return `${Math.round(seconds)} s`.padStart(6)
}
