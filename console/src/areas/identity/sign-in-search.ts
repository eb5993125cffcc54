import type { SearchSchemaInput } from '@tanstack/react-router'

interface Back {
  /** Path to open after signing in. */
  readonly back?: string | undefined
}
interface Step {
  /** The step is in the address, so that Back returns to the first. */
  readonly step?: 'code' | undefined
}

/** Sign-in screens. Without zod, which the first screen does not load. */
export function signInSearch({ back }: Back & SearchSchemaInput): Back {
  return { back: typeof back === 'string' ? back : undefined }
}

/** Sign-in screens with two steps. */
export function twoStepSearch(given: Back & Step & SearchSchemaInput): Back & Step {
  return { ...signInSearch(given), step: given.step === 'code' ? 'code' : undefined }
}
