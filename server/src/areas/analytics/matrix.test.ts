import { analyticsCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { analyticsCases } from './test-cases.ts'

tryCalls(analyticsCalls, analyticsCases, { hasWorker: true })
