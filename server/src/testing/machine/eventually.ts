import { vi } from 'vitest'
import { patient } from './patience.ts'

/** Repeats the check until it neither throws nor rejects, and returns its result. Its last error ends the test shortly
 * before the test's own limit. `vi.waitFor` alone gives up after a second. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patient(50_000), interval: 50 })
}
