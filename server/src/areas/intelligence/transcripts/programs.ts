import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Whether a program is on the PATH. */
export async function isOnPath(program: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = await Promise.allSettled(
    folders.map((folder) => access(join(folder, program), constants.X_OK)),
  )
  return found.some(({ status }) => status === 'fulfilled')
}
