import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from '../lib/paths.mjs'
import { mustRun } from '../lib/run.mjs'
import { nodePackage, system } from './system.mjs'

const stampFile = inRoot('node_modules/.kinora-setup')

/** Installs the npm packages if they do not match package-lock.json. */
export async function installPackages() {
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8')
  const stamp = createHash('sha256').update(`${system}\n${lockText}`).digest('hex')
  if (readStamp() === stamp) return
  if (!matchesLock(JSON.parse(lockText))) {
    console.log('Installing npm packages …')
    // NODE_ENV=production would omit vite, which builds the console.
    const include = ['--include=dev', '--include=optional']
    await mustRun('npm ci', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'].concat(include), {
      cwd: root,
      killAfterMs: 2000,
    })
  }
  writeFileSync(stampFile, stamp)
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
}

/** Whether all packages that this system requires are installed in the locked version, according to npm's own
 * record. */
function matchesLock(lock) {
  const accountFile = inRoot('node_modules/.package-lock.json')
  if (!existsSync(accountFile)) return false
  const installed = JSON.parse(readFileSync(accountFile, 'utf8')).packages
  const isCurrent = (name) => installed[name] && installed[name].version === lock.packages[name].version
  const needed = Object.keys(lock.packages).filter((name) => {
    const entry = lock.packages[name]
    return name.includes('node_modules/') && !entry.link && (!entry.optional || isForThisSystem(entry))
  })
  return needed.every(isCurrent) && isCurrent(`node_modules/${nodePackage}`)
}

/** Whether an optional package is the build of a library for this system. */
function isForThisSystem({ os, cpu, libc }) {
  const header = process.report.getReport().header
  const own = { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
  const fits = (allowed, value) => !allowed || allowed.includes(value)
  const fitsLibc = process.platform !== 'linux' || fits(libc, own.libc)
  return os !== undefined && fits(os, own.os) && fits(cpu, own.cpu) && fitsLibc
}
