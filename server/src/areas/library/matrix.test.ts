// Slow: tries every call of the largest area, with each ID and field.
import { tryArea } from '../../contract/test-matrix.ts'

// Folders, profiles and views have no tags, so a filter by tags shows them all.
const filtered = { modules: ['Videos', 'DAM'], shown: /profile|collection|view/i } as const

await tryArea('library', { filtered })
