import { identityCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { organizationCases } from './test-organization-cases.ts'
import { peopleCases } from './test-people-cases.ts'

tryCalls(identityCalls, { ...peopleCases, ...organizationCases })
