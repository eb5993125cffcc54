import { readFile } from 'node:fs/promises'
import { judgeAudit } from './audit/judge.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

/** Fails if a component has a vulnerability that is past its time in SECURITY.md, or that nobody has recorded yet. A registry that
 * does not answer is a failure too: then nothing is known. */
runMain(async () => {
  const { output } = await run('npm', ['audit', '--json', '--omit', 'dev'], { cwd: root })
  const start = output.indexOf('{')
  const end = output.lastIndexOf('}')
  const report = start < 0 ? {} : JSON.parse(output.slice(start, end + 1))
  if (report.vulnerabilities === undefined)
    throw new Failure(`Nothing is checked, because the registry gave no answer: ${report.message ?? output}`)
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
  console.log('No component is past its time.')
})
