import { inRoot } from './lib/paths.mjs'
import { linkNode } from './setup/node.mjs'
import { installPackages } from './setup/packages.mjs'
import { linkPostgresLibraries } from './setup/postgres-libraries.mjs'
import { installFonts, installSpeech, requireChromium, requireFfmpeg } from './setup/programs.mjs'
import { shortenExports } from './setup/short-exports.mjs'
import { checkSystem } from './setup/system.mjs'

/** Prepares this checkout, and prints a line for each step. Throws Failure if the user has to act. */
export async function setup({ forTests = false } = {}) {
  checkSystem()
  // Kinora and its tools start in two thirds of the time.
  process.env.NODE_COMPILE_CACHE = inRoot('node_modules/.cache/node')
  await installPackages()
  shortenExports()
  linkNode()
  linkPostgresLibraries()
  await requireFfmpeg()
  await installFonts({ isRequired: forTests })
  await installSpeech()
  if (forTests) await requireChromium()
}
