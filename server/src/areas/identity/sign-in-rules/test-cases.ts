import type { Cases } from '../../../contract/test-case.ts'
import { organizationOf } from '../test-requests.ts'

export const cases: Cases = {
  getSignInRules: (world) => ({ params: organizationOf(world) }),
  setSignInRules: (world) => ({
    params: organizationOf(world),
    body: { requiresSecondFactor: false, secondFactorRoleIds: [], sessionIdleMinutes: 60 },
  }),
}
