import { derivedKey } from '../../library/index.ts'
import type { Run } from './part-states.ts'

/** The stored sound of a run: 16-bit samples at 16 kHz. */
export const soundKey = ({ id, runId }: Run) => derivedKey(id, `sound-${runId}.pcm`)
