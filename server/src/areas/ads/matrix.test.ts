import { adsCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { adCases } from './test-cases.ts'

const filtered = { modules: ['Ad Insertion'], shown: /view/i } as const

tryCalls(adsCalls, adCases, { filtered })
