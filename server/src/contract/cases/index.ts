import { activityCases } from './activity.ts'
import type { AllCases } from './case.ts'
import { deliveryCases } from './delivery.ts'
import { libraryCases } from './library.ts'
import { organizationCases } from './organizations.ts'
import { peopleCases } from './people.ts'

export type { Case } from './case.ts'

/** For every call of the contract a correct request. A call without a case does not compile. */
export const cases: AllCases = {
  ...peopleCases,
  ...organizationCases,
  ...activityCases,
  ...libraryCases,
  ...deliveryCases,
}
