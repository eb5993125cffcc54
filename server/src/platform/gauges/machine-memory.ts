import { totalmem } from 'node:os'

/** Memory of the machine or of its container, in bytes. */
export function machineMemory(): number {
  // Not limited: 0, or a number above all memory.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
