import type { Cases } from '../../../contract/test-case.ts'
import { organizationOf, roleOf } from '../test-requests.ts'

export const cases: Cases = {
  getSignInRules: (world) => ({ params: organizationOf(world) }),
  setSignInRules: async (world) => ({
    params: organizationOf(world),
    body: { requiresSecondFactor: true, secondFactorRoleIds: [await roleOf(world)], sessionIdleMinutes: 60 },
    // The owner has no second factor.
    answers: 'second-factor-off',
  }),
}
