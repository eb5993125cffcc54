import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { judgeAudit } from './audit/judge.mjs'
import { componentsOf, newerRelease } from './audit/releases.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

/** Requests that the registry gets at the same time. */
const REQUESTS = 4

/** Fails if a component has a vulnerability that is past its time in SECURITY.md, or that nobody has recorded yet. A registry
 * without advisories is asked for releases instead. A registry that does not answer is a failure too: then nothing is known. */
runMain(async () => {
  const { output } = await run('npm', ['audit', '--json', '--omit', 'dev'], { cwd: root })
  const start = output.indexOf('{')
  const end = output.lastIndexOf('}')
  const report = start < 0 ? {} : JSON.parse(output.slice(start, end + 1))
  if (report.vulnerabilities === undefined) {
    console.log(
      `The registry has no advisories (${report.message ?? 'no answer'}), so releases are compared.`,
    )
    await auditReleases()
  } else await auditAdvisories(report)
  console.log('No component is past its time.')
})

async function auditAdvisories(report) {
  const known = JSON.parse(await readFile(inRoot('scripts/audit/known.json'), 'utf8'))
  const found = judgeAudit(report, known, new Date())
  for (const { id, component, severity, state, daysLeft, title } of found)
    console.log(
      [state, severity, component, id, daysLeft === null ? '' : `${daysLeft} days left`, title].join('  '),
    )
  const late = found.filter(({ state }) => state === 'late')
  const unknown = found.filter(({ state }) => state === 'new')
  if (late.length > 0) throw new Failure(`${late.length} vulnerabilities are past their time in SECURITY.md.`)
  if (unknown.length > 0)
    throw new Failure(
      `${unknown.length} vulnerabilities are new. Update the components, or record them in scripts/audit/known.json with the day as knownSince.`,
    )
}

async function auditReleases() {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'))
  const components = componentsOf(packages, (path) => existsSync(inRoot(path)))
  const { output } = await run('npm', ['config', 'get', 'registry'], { cwd: root })
  const registry = output.trim().replace(/\/*$/, '/')
  const waiting = components.values()
  const found = []
  const askAll = async () => {
    for (const component of waiting) {
      const newer = newerRelease(component, await releaseTimes(registry, component.name), new Date())
      if (newer !== null) found.push({ ...component, ...newer })
    }
  }
  await Promise.all(Array.from({ length: REQUESTS }, askAll))
  for (const { name, version, newer, daysLeft } of found.sort((one, other) => one.daysLeft - other.daysLeft))
    console.log([name, version, `newest ${newer}`, `${daysLeft} days left`].join('  '))
  const late = found.filter(({ daysLeft }) => daysLeft < 0)
  if (late.length > 0)
    throw new Failure(`${late.length} of ${components.length} components are past their time.`)
}

/** Days of all releases of a component, by version. */
async function releaseTimes(registry, name) {
  const answer = await fetch(registry + name.replace('/', '%2f'))
  const { time } = answer.ok ? await answer.json() : {}
  if (time === undefined) throw new Failure(`The registry says nothing about the releases of ${name}.`)
  return time
}
