import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { childEnv } from './forked.ts'

const run = promisify(execFile)

/** The ID of this boot of the machine, or null if the system does not provide one. */
export async function bootId(): Promise<string | null> {
  const answer =
    process.platform === 'linux'
      ? await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
      : await run('sysctl', ['-n', 'kern.bootsessionuuid'], { env: childEnv() }).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return answer.trim() || null
}
