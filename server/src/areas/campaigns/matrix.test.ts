import { tryArea } from '../../contract/test-matrix.ts'

// Campaigns and advertisers are no videos.
const filtered = { modules: ['Ad Insertion'], shown: /advertiserId|^params.*campaigns/i } as const

await tryArea('campaigns', { filtered })
