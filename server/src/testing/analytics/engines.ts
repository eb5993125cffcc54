import { readdir, readFile } from 'node:fs/promises'

/** Kills the processes of the embedded warehouse in a folder. @returns how many; none without /proc */
export async function killEngines(dataDir: string): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const isEngine = async (pid: string) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.includes('engine-main') && command.includes(dataDir)
  }
  const killed = await Promise.all(
    pids.map(async (pid) => {
      if (!(await isEngine(pid))) return 0
      try {
        process.kill(Number(pid), 'SIGKILL')
        return 1
      } catch {
        // The process has just ended.
        return 0
      }
    }),
  )
  return killed.reduce<number>((sum, count) => sum + count, 0)
}
