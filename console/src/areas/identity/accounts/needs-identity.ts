import { Problem } from '../../../lib/problem'

/** Whether a call was refused because the sign-in was long ago. */
export function needsIdentity(error: unknown): boolean {
  return error instanceof Problem && error.id === 'authentication-old'
}
