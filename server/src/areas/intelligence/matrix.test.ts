import { tryArea } from '../../contract/test-matrix.ts'

await tryArea('intelligence', { filtered: { modules: ['Videos'], shown: /^$/ } })
