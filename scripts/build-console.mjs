import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressBuild } from './lib/compress-build.mjs'
import { inRoot } from './lib/paths.mjs'
import { mustRun } from './lib/run.mjs'
import { nodeBinary } from './setup/node.mjs'

const skipped = new Set(['node_modules', 'dist'])
const stampDir = inRoot('node_modules/.cache/kinora')

const builds = [
  { name: 'player', config: 'player/vite.config.ts', output: 'player/dist', sources: ['player', 'contract'] },
  {
    name: 'page of embedded reports',
    folder: 'player',
    config: 'player/vite.report.config.ts',
    output: 'player/dist/report.html',
    sources: ['player', 'contract'],
  },
  {
    name: 'console',
    config: 'console/index.html',
    output: 'console/dist/index.html',
    sources: ['console', 'player', 'contract'],
  },
]

/** Builds and compresses the player and the console if their sources changed since the last build. */
export async function buildConsole() {
  for (const build of builds) await buildOnce(build)
}

async function buildOnce({ name, folder = name, config, output, sources }) {
  if (!existsSync(inRoot(config))) return
  const stampFile = path.join(stampDir, `${name.replaceAll(' ', '-')}.stamp`)
  const before = hashOf(sources)
  if (existsSync(inRoot(output)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === before)
    return

  console.log(`Building the ${name} …`)
  const named = config.endsWith('.ts') ? ['--config', inRoot(config)] : []
  await mustRun(
    `Building the ${name}`,
    nodeBinary,
    [inRoot('node_modules/vite/bin/vite.js'), 'build', ...named],
    { cwd: inRoot(folder), env: { NODE_ENV: 'production' } },
  )
  await compressBuild(inRoot(folder, 'dist'))
  mkdirSync(stampDir, { recursive: true })
  // The build may generate sources (routes), so the stamp is computed afterwards.
  writeFileSync(stampFile, hashOf(sources))
}

function hashOf(sources) {
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')))
  for (const source of sources) addTo(hash, inRoot(source))
  return hash.digest('hex')
}

function addTo(hash, dir) {
  const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const file = path.join(dir, entry.name)
    if (skipped.has(entry.name)) continue
    if (entry.isDirectory()) addTo(hash, file)
    else hash.update(`${file}\n`).update(readFileSync(file))
  }
}
