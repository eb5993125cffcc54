import { mkdir, writeFile } from 'node:fs/promises'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

/** Writes the bill of materials of the packages that Kinora runs with, from the lock file, as CycloneDX. */
runMain(async () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const { code, output } = await run('npm', args, { cwd: root })
  const start = output.indexOf('{')
  if (code !== 0 || start < 0) throw new Failure(`npm sbom failed: ${output}`)
  const bill = JSON.parse(output.slice(start))
  await mkdir(inRoot('reports'), { recursive: true })
  const file = inRoot('reports/sbom.cdx.json')
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} components in ${file}`)
})
