import { tryArea } from '../../contract/test-matrix.ts'

await tryArea('portrait', { filtered: { modules: ['Portrait Pro'], shown: /^$/ } })
