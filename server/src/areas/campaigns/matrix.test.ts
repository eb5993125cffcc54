import { campaignsCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { campaignCases } from './test-cases.ts'

tryCalls(campaignsCalls, campaignCases)
