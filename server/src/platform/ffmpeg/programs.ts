import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { bareEnv } from './run.ts'

/** Whether a program that is run by its name is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  const folders = bareEnv.PATH.split(':')
  const found = await Promise.allSettled(
    folders.map((folder) => access(join(folder, program), constants.X_OK)),
  )
  return found.some(({ status }) => status === 'fulfilled')
}
