import { activityCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { activityCases } from './test-cases.ts'

tryCalls(activityCalls, activityCases)
