import { tryArea } from '../../contract/test-matrix.ts'

// Folders have no tags, so a filter by tags shows them all.
await tryArea('intelligence', { filtered: { modules: ['Videos'], shown: /collection/i } })
