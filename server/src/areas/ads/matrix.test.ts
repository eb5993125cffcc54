import { adsCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { adCases } from './test-cases.ts'

tryCalls(adsCalls, adCases)
