import { tryArea } from '../../contract/test-matrix.ts'

// Accounts are those of all videos.
await tryArea('social', { filtered: { modules: ['Videos'], shown: /accountId/ } })
