import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  getBillingProof: () => ({}),
}
