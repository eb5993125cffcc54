// Slow: tries every call of the largest area, with each ID and field.
import { libraryCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { libraryCases } from './test-cases.ts'

// Folders, profiles and views have no tags, so a filter by tags shows them all.
const filtered = { modules: ['Videos', 'DAM'], shown: /profile|collection|view/i } as const

tryCalls(libraryCalls, libraryCases, { filtered })
