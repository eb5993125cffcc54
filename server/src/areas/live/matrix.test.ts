import { liveCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { liveCases } from './test-cases.ts'

tryCalls(liveCalls, liveCases)
