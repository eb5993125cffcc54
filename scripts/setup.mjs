import { linkNode } from './setup/node.mjs'
import { installPackages } from './setup/packages.mjs'
import { linkPostgresLibraries } from './setup/postgres-libraries.mjs'
import { requireChromium, requireFfmpeg } from './setup/programs.mjs'
import { checkSystem } from './setup/system.mjs'

/** Makes this checkout ready to run, and says a line for each thing it had to do. Throws Failure for what a
 * person has to do. */
export async function setup({ forTests = false } = {}) {
  checkSystem()
  await installPackages()
  linkNode()
  linkPostgresLibraries()
  await requireFfmpeg()
  if (forTests) await requireChromium()
}
