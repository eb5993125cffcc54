import { readdir, readFile } from 'node:fs/promises'

/** Resident memory of a process, or NaN without /proc. */
export async function residentBytes(pid: number): Promise<number> {
  return kilobytesIn(`/proc/${pid}/status`, 'VmRSS')
}

/** Memory of a process and its children, with shared memory counted once. */
export async function familyBytes(pid: number): Promise<number> {
  const family = [pid, ...(await childrenOf(pid))]
  const shares = await Promise.all(family.map((member) => kilobytesIn(`/proc/${member}/smaps_rollup`, 'Pss')))
  return shares.reduce((sum, share) => sum + share, 0)
}

async function kilobytesIn(file: string, name: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)
  return found ? Number(found[1]) * 1024 : Number.NaN
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (name) => {
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    }),
  )
  return pids.filter((_, n) => parents[n] === pid).map(Number)
}
