import { daysBySeverity } from './judge.mjs'

const DAY_MS = 86_400_000
/** Exact releases: no words such as `-beta.1`. */
const released = /^(\d+)\.(\d+)\.(\d+)$/

/** Components that run here, as in a package-lock.json, without those for development. Those for other systems have the
 * version of the one for this system.
 * @param {Record<string, { version?: string, name?: string, dev?: boolean, devOptional?: boolean, link?: boolean }>} packages
 *   with the name of those that stand in for another one
 * @param {(path: string) => boolean} isInstalled
 * @returns {{ name: string, version: string }[]} each name and version once */
export function componentsOf(packages, isInstalled) {
  const found = new Map()
  for (const [path, { name: own, version, dev, devOptional, link }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || dev || devOptional || link || !isInstalled(path)) continue
    const name = own ?? path.slice(at + 'node_modules/'.length)
    found.set(`${name}@${version}`, { name, version })
  }
  return Array.from(found.values())
}

/** The newest release of a component's line: its major version, or its minor version before 1.0. A fix is a release, so the newest
 * lacks none. Without advisories, the first later release counts as a fix of a vulnerability of high severity.
 * @param {{ name: string, version: string }} component
 * @param {Record<string, string>} times days of all releases by version, as the registry gives them
 * @param {Date} today
 * @returns {{ newer: string, daysLeft: number } | null} the newest release of the line, and the days left to install it. Null:
 *   the component is the newest */
export function newerRelease({ version }, times, today) {
  const own = partsOf(version)
  if (own === null) return null
  const later = Object.keys(times)
    .map((each) => ({ version: each, parts: partsOf(each) }))
    .filter(({ parts }) => parts !== null && isSameLine(parts, own) && compare(parts, own) > 0)
    .sort((one, other) => compare(one.parts, other.parts))
  const newest = later.at(-1)
  if (newest === undefined) return null
  const first = Math.min(...later.map((each) => Date.parse(times[each.version])))
  const age = Math.floor((today.getTime() - first) / DAY_MS)
  return { newer: newest.version, daysLeft: daysBySeverity.high - age }
}

function isSameLine([major, minor], [ownMajor, ownMinor]) {
  return major === ownMajor && (major > 0 || minor === ownMinor)
}

function partsOf(version) {
  return released.exec(version)?.slice(1).map(Number) ?? null
}

function compare(one, other) {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : one[at] - other[at]
}
