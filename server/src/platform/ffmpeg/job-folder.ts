import { chmod, chown, copyFile, link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from './sandbox.ts'

/**
 * Makes a job's private directory and gives it to whoever the sandbox runs as. A run's `cwd` has to be one: it is
 * entered before rights are dropped, so the directories above may stay closed, and relative paths work.
 */
export async function prepareFolder(sandbox: Sandbox, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (sandbox.uid !== null) await chown(folder, sandbox.uid, sandbox.uid)
}

/**
 * Puts a stored file into a job's folder as `name`, to be read by the sandbox and written by no one: a hard
 * link, or a copy where the two lie on different file systems. A link shares its file's mode, so storage has to
 * keep strangers out by its directory (0700), not by the modes of the files in it.
 */
export async function lendFile(path: string, folder: string, name: string): Promise<void> {
  const lent = join(folder, name)
  try {
    await link(path, lent)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(path, lent)
  }
  await chmod(lent, 0o444)
}
