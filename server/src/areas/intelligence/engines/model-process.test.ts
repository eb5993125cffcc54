import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forkModel } from './model-process.ts'

it.runIf(process.platform === 'linux')('runs a model below the server, in a session of its own', async () => {
  const child = forkModel(join(import.meta.dirname, '../audio/listener-main.ts'), 256)
  try {
    const pid = child.pid ?? 0
    // The session is the fourth field after the name of the program.
    const sessionOf = async (of: string) =>
      (await readFile(`/proc/${of}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')[3]
    expect(await sessionOf(String(pid))).toBe(String(pid))
    expect(await sessionOf('self')).not.toBe(String(pid))
    expect(getPriority(pid)).toBeGreaterThanOrEqual(10)
    expect(getPriority(pid)).toBeGreaterThan(getPriority())
  } finally {
    child.kill('SIGKILL')
  }
})
