import { chmod, chown, copyFile, link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from './sandbox.ts'

/** Creates a job's private directory for the user of the sandbox. The `cwd` of a run must be such a directory: it
 * is entered before privileges are dropped, so the directories above may stay closed, and relative paths work. */
export async function prepareFolder(sandbox: Sandbox, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (sandbox.uid !== null) await chown(folder, sandbox.uid, sandbox.uid)
}

/** Makes a stored file available in a job's folder as `name`, read-only for the sandbox: a hard link, or a copy
 * across file systems. A link shares the mode of its file, so storage must restrict access by its directory
 * (0700), not by file modes. */
export async function linkOrCopyFile(path: string, folder: string, name: string): Promise<void> {
  const target = join(folder, name)
  try {
    await link(path, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(path, target)
  }
  await chmod(target, 0o444)
}
