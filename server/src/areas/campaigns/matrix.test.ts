import { campaignsCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { campaignCases } from './test-cases.ts'

// Campaigns and advertisers are no videos.
const filtered = { modules: ['Ad Insertion'], shown: /advertiserId|^params.*campaigns/i } as const

tryCalls(campaignsCalls, campaignCases, { filtered })
