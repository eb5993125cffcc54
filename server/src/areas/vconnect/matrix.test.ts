import { tryArea } from '../../contract/test-matrix.ts'

await tryArea('vconnect')
