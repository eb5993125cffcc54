import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { Failure } from '../lib/failure.mjs'
import { inRoot } from '../lib/paths.mjs'
import { nodePackage } from './system.mjs'

/** The Node version of the program, independent of the installed one. */
export const nodeBinary = inRoot('node_modules', nodePackage || '', 'bin/node')

/** Links it into the first folder on the PATH of npm scripts, which older versions of npm do not do. */
export function linkNode() {
  if (!existsSync(nodeBinary)) {
    throw new Failure(
      `npm did not install ${nodePackage}: check that its registry can be reached, then run npm ci.`,
    )
  }
  const link = inRoot('node_modules/.bin/node')
  const target = `../${nodePackage}/bin/node`
  if (linkTarget(link) === target) return
  mkdirSync(inRoot('node_modules/.bin'), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(target, link)
}

function linkTarget(link) {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}
