import { Failure } from '../lib/failure.mjs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/** The optional packages that something in the lock wants and the lock does not hold, as `{ name, version }`.
 * @param {Record<string, { version?: string, optionalDependencies?: Record<string, string> }>} packages */
export function missingOptional(packages) {
  const missing = new Map()
  for (const [dependent, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies || {})) {
      if (!resolves(packages, dependent, name)) missing.set(name, { name, version: exact(name, version) })
    }
  }
  return Array.from(missing.values())
}

/** Searches like Node: in the dependent's directory, then in each parent directory. */
function resolves(packages, dependent, name) {
  for (let dir = dependent; ; dir = above(dir)) {
    if (packages[`${dir ? `${dir}/` : ''}node_modules/${name}`]) return true
    if (dir === '') return false
  }
}

function above(dir) {
  const end = dir.lastIndexOf('/node_modules/')
  return end === -1 ? '' : dir.slice(0, end)
}

function exact(name, version) {
  if (/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) return version
  throw new Failure(`${name} is wanted as ${version}: only exact versions can be completed.`)
}

/** The packages of the lock with the missing ones added.
 * @param {Record<string, object>} packages @param {{ name: string, version: string }[]} missing */
export function withOptional(packages, missing) {
  const added = missing.map(({ name, version }) => [
    `node_modules/${name}`,
    Object.assign({ version }, platformOf(name), { optional: true }),
  ])
  // In npm's order, so that npm's next write changes nothing.
  const entries = Object.entries(packages).concat(added)
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')))
}

/** Reads the platform from the package name (`@scope/cli-linux-arm64-musl`), because the registry that could not
 * resolve the package cannot be asked. */
function platformOf(name) {
  const words = name.split(/[/@-]+/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!cpu) throw new Failure(`No processor is known from the name ${name}.`)
  const libc = os === 'linux' ? libcOf(words) : null
  return Object.assign({ cpu: [cpu] }, libc ? { libc: [libc] } : null, os ? { os: [os] } : null)
}

function libcOf(words) {
  const last = words[words.length - 1]
  if (last.startsWith('musl')) return 'musl'
  return last.startsWith('gnu') ? 'glibc' : null
}
