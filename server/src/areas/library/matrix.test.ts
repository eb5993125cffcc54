// Slow: tries every call of the largest area, with each ID and field.
import { libraryCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { libraryCases } from './test-cases.ts'

tryCalls(libraryCalls, libraryCases)
