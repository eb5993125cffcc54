import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

export function inRoot(...parts) {
  return path.join(root, ...parts)
}

/** Whether the module of this URL is the started program. */
export function isMain(url) {
  return realpathSync(process.argv[1]) === fileURLToPath(url)
}
