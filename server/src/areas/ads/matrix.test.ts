import { tryArea } from '../../contract/test-matrix.ts'

const filtered = { modules: ['Ad Insertion'], shown: /view/i } as const

await tryArea('ads', { filtered })
